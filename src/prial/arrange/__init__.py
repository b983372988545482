"""Splitting a player's cards into hands: the best splits of one hand, or one split of each of millions of hands."""
