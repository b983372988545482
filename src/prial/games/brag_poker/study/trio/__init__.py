"""Solves Brag Poker for three players, and packs the solution into the file by which the strongest bot plays."""
