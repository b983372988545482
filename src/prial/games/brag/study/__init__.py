"""Calculations about Brag: reviews, odds, showdowns, solving, and sheets for games with real cards."""
