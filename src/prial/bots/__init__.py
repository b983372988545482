"""Bots: programs that play for a seat and know only what the seat may know."""
