"""Odds, simulation and review of games."""
