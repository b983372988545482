"""Crash, also called 13-Card Brag."""
