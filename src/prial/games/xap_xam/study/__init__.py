"""Calculations about Xập xám: the bots' fields, reviews and a coach, odds, best answers to bots, real cards."""
