"""Finds good betting strategies for two players, and measures how much a best response wins against a strategy."""
