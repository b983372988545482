"""Finds the best ways to split a player's cards into hands, for one player or for millions of players at once."""
