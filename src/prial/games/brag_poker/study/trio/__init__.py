"""Solves Brag Poker for three players, and packs the solution into a file. The strongest bot plays by this file."""
