"""The shuffle that players can check: the house commits to two decks, and the players' numbers decide how one is dealt.

{doc}`/fair-shuffle` describes the protocol step by step and what it guarantees. This package has the pure functions: hashes,
decks, the order that all numbers give, and the check of a transcript. The package ``prial.host`` decides when each step is made.
"""
