"""Chips: the limits of bets, betting rounds, pots and purses, as frozen values with functions."""
