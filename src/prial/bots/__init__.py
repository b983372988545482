"""Bots: players that decide from a seat's view alone."""
