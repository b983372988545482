"""Calculations about Crash: reviews, a coach, value tables, simulations, best answers to bots, and score sheets."""
