"""Calculations about Xập xám: reviews, a coach, odds, the hands to expect from opponents, best answers, and score sheets."""
