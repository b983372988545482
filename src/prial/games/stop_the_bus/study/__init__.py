"""Calculations about Stop the Bus: reviews and a coach, answers to bots, and showdowns and score sheets for real cards."""
