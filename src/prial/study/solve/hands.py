"""Hands of three cards in classes that no betting can tell apart, and how often each meets each.

Suits never rank, so hands that some exchange of suits turns into each other are one class: 1,755 of them in a whole pack.
Nothing is lost by it. A strategy that treats such hands differently, averaged over all exchanges of suits, does as well
against everybody; and against a strategy that treats them alike they are worth the same, so that a best response may treat
them alike, too. What must be kept is which hands can't be held at the same time: that is counted, card by card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.cards import PACK, Card
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking, ranking

add_sentences(
    "en", {"solve.classes": "These wild cards leave {classes} kinds of hand, too many to solve; at most {most} are possible."}
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST: Final = 7_000
"""Classes at most, so that all usual wild cards are in (one-eyed jacks leave 6,994); their matrices take two gigabytes."""
PLACES: Final = 150
"""Groups of hands by how many are worse, where as much is told apart as betting needs: they are solved three times as fast."""
_CHUNK: Final = 256
"""Classes compared with all hands at once: the bits take 45 MB."""


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands of a pack, in classes from the weakest strength to the strongest."""

    examples: tuple[tuple[Card, ...], ...]
    """One hand of each class."""
    sizes: Ints | Floats
    """Hands in each class, or how often they are held."""
    strengths: Ints
    """Strength of each class; a greater one beats, equal ones tie."""
    together: Ints | Floats
    """Shape (classes, classes): pairs of a hand of the one class and a hand of the other that have no card in common."""

    @property
    def pairs(self) -> float:
        """Ways to deal two hands: 22,100 × 18,424 from a whole pack."""
        return float(self.together.sum())

    @property
    def places(self) -> Floats:
        """How likely a hand from the pack is worse than each class, equal ones counted half."""
        _, group = np.unique(self.strengths, return_inverse=True)
        sizes = np.bincount(group, self.sizes)
        below = np.cumsum(sizes) - sizes / 2
        places: Floats = below[group] / sizes.sum()
        return places

    def by_strength(self) -> Ints:
        """Classes put together by strength, 741 in a whole pack: the number of the group of each.

        An abstraction, not a lossless one: hands of one strength keep the other one from holding different cards.
        """
        return np.unique(self.strengths, return_inverse=True)[1].astype(np.int64)

    def told_apart(self, what: str) -> Ints | None:
        """The groups that strategies treat alike; None where they tell all classes apart.

        Args:
            what: ``places``, 150 of them, the weakest hands to the best ones; ``strengths``; or ``classes``.
        """
        if what == "classes":
            return None
        group = self.by_strength()
        if what == "strengths":
            return group
        middle = np.bincount(group, self.places) / np.bincount(group)
        coarser = np.unique((middle * PLACES).astype(np.int64), return_inverse=True)[1]
        found: Ints = coarser.astype(np.int64)[group]
        return found

    def held(self, often: Floats) -> "Hands":
        """The same hands where both players hold some more often than others, as far as they have no card in common.

        Args:
            often: by class, how many times as often as they are dealt.
        """
        return replace(self, sizes=self.sizes * often, together=self.together * np.outer(often, often))


def classes(of: Ranking | None = None, pack: Sequence[Card] = PACK) -> Hands:
    """The hands of a pack up to exchanges of suits that change no strength.

    Args:
        of: what beats what; wild cards may tell suits apart, and then the classes do, too.
        pack: the cards, six or more.
    Raises:
        PrialError: wild cards that leave too many classes.
    """
    return _classes(of or ranking(), tuple(sorted(pack)))


@cache
def _classes(of: Ranking, pack: tuple[Card, ...]) -> Hands:
    table = np.array(of.table, np.int64)
    hands = np.array(list(combinations(pack, 3)), np.int64)
    strength = table[hands[:, 0], hands[:, 1], hands[:, 2]]
    form = _code(hands)
    for exchanged in permutations(range(4)):
        card = np.array([4 * (each >> 2) + exchanged[each & 3] for each in PACK])
        other = card[hands]
        if set(card[list(pack)].tolist()) != set(pack):
            continue  # a short pack that hasn't all suits of a rank
        if np.array_equal(table[other[:, 0], other[:, 1], other[:, 2]], strength):
            form = np.minimum(form, _code(other))
    order = np.lexsort((form, strength))
    hands, strength, form = hands[order], strength[order], form[order]
    first = np.flatnonzero(np.concatenate([[True], (form[1:] != form[:-1]) | (strength[1:] != strength[:-1])]))
    if len(first) > MOST:
        raise PrialError(refuse("solve.classes", classes=f"{len(first):,}", most=f"{MOST:,}"))
    sizes = np.diff(np.append(first, len(hands)))
    bits = np.bitwise_or.reduce(np.left_shift(np.int64(1), hands), axis=1)
    together = np.empty((len(first), len(first)), np.int64)
    for start in range(0, len(first), _CHUNK):
        mine = slice(start, start + _CHUNK)
        apart = (bits[first[mine], None] & bits[None, :]) == 0
        # Every hand of a class meets as many hands of another class as the first one does
        together[mine] = sizes[mine, None] * np.add.reduceat(apart, first, axis=1, dtype=np.int64)
    return Hands(tuple(map(tuple, hands[first].tolist())), sizes, strength[first], together)


def _code(hands: Ints) -> Ints:
    """A number for each hand, whatever the order of its cards."""
    low = np.sort(hands, axis=1)
    code: Ints = (low[:, 0] * 52 + low[:, 1]) * 52 + low[:, 2]
    return code
