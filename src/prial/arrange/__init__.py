"""Splitting a hand: one exactly, or millions at once."""
