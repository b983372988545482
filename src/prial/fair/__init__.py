"""A shuffle that players can check, so that they needn't trust the house (the server that deals the cards).

The house first publishes hashes of two decks. It can't change the decks after that. Then all players send random numbers. These
numbers choose the deck that is dealt, and the order in which its cards are dealt.

{doc}`/fair-shuffle` describes the protocol and its guarantees. The package ``prial.host`` decides when each step is made.
"""
