"""Brag at the terminal: the board, the table, the showdown and ``prial solve``."""
