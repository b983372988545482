"""Xập xám at the terminal: its board, its reader, and its commands."""
