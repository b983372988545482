"""Brag Poker at the terminal: the board, the table, the showdown, ``prial odds`` and ``prial solve``."""
