"""Stop the Bus at the terminal: its board, showdowns, and its command."""
