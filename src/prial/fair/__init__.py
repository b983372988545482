"""The shuffle that players can check: the house commits to two decks, then the players' numbers choose a deck and its order.

{doc}`/fair-shuffle` describes the protocol step by step and what it guarantees. This package has the pure functions: hashes,
decks, the order of dealing, and the check of a transcript. The package ``prial.host`` decides when each step is made.
"""
