"""Calculations about Crash: reviews, a coach, value tables, simulations, best answers to bots, and deals with real cards."""
