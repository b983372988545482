"""Stop the Bus at the terminal: the board and the showdown."""
