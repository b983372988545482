"""Calculations about Xập xám: the bots' fields, reviews, a coach, odds, best answers to bots, and deals with real cards."""
