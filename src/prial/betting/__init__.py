"""Chips: what a bet may be, pots and covered pots, as values with functions."""
