"""The shuffle that can be checked: the house is bound to its cards before they fall, and the players turn the deck.

{doc}`/fair-shuffle` says what is done, in which order, and what follows from it. Here are the pure parts: hashes, decks, the
order that everybody's numbers make, and the check of a transcript. The host decides when each step is due.
"""
