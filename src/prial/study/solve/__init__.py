"""Finds good strategies for the betting of two players, and measures how much a best response wins against a strategy."""
