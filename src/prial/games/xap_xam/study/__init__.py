"""Calculations about Xập xám: opponents for the bots, reviews, a coach, odds, best answers to bots, and deals with real cards."""
