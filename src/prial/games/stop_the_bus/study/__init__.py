"""Calculations about Stop the Bus: reviews, a coach, the search for players who beat a bot, showdowns, and score sheets."""
