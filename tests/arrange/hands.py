"""Hands to split: any, and nasty ones, in which much is equal."""

from random import Random

from prial.cards import PACK, Card

NASTY: dict[str, tuple[Card, ...]] = {
    "any": PACK,
    "four ranks": PACK[:16],
    "five ranks": PACK[8:28],
    "six ranks, three suits": tuple(card for card in PACK[:24] if card % 4),
    "two suits": tuple(card for card in PACK if card % 4 < 2),
    "hardly more than one suit": PACK[::4] + PACK[1:4],
    "a run of seven ranks": PACK[20:48],
    "aces, twos and threes among few others": PACK[:12] + PACK[36:],
}
"""What to draw from, by what makes it nasty."""


def draw(rng: Random, kind: str, cards: int) -> tuple[Card, ...]:
    """A hand of one kind."""
    return tuple(rng.sample(NASTY[kind], cards))
