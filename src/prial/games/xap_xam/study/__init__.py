"""Calculations about Xập xám: fields (odds of opponents' hands), reviews, a coach, odds, best answers, deals with real cards."""
