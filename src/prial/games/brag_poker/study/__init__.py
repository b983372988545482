"""Calculations about Brag Poker: reviews, odds, showdowns, solving, and sheets for games with real cards."""
