"""Counting and solving for Brag Poker."""
