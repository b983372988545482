"""Brag Poker at the terminal."""
