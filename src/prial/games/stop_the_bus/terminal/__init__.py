"""Stop the Bus at the terminal: the board, the showdown and ``prial solve``."""
