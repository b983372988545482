"""Calculations about Stop the Bus: reviews, showdowns, and sheets for games with real cards."""
