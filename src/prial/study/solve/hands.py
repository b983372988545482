"""Sorts three-card hands into classes, and counts how often two classes meet.

The hands of a class become equal when suits are exchanged, such as ``As Kh 2d`` and ``Ac Kd 2s``. A whole pack has 1,755
classes. Hands that share a card never meet.

A strategy may play all hands of a class alike without any loss. The reason is that any strategy can be averaged over all
exchanges of suits. The average plays the hands of a class alike. A perfect opponent wins no more from the average than from the
strategy itself. One of the best responses to the average also plays the hands of a class alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.cards import PACK, Card, Cards, cards_of, names
from prial.errors import PrialError, add_sentences, refuse
from prial.ranks.brag import Ranking, ranking

add_sentences(
    "en",
    {
        "solve.classes": "These wild cards leave {classes} kinds of hand, too many to solve; the most is {most}.",
        "solve.hand": "{cards} isn't a hand here: a hand has three different cards of the pack that is dealt.",
    },
)

Ints = NDArray[np.int64]
"""Whole numbers."""
Floats = NDArray[np.float64]
"""Numbers in double precision."""

MOST: Final = 7_000
"""Greatest number of classes. Usual wild cards make fewer: one-eyed jacks make 6,994 classes, and their matrices take 2 GB."""
PLACES: Final = 150
"""Greatest number of groups in ``places`` (see `Hands.told_apart`). For betting, 150 groups are enough.

Solving for 150 groups takes a third as long as solving for all classes.
"""
_NO_CLASS: Final = -1
"""In `Hands.numbers`, stands for three cards that aren't a hand."""
_CHUNK: Final = 256
"""Number of classes that are compared with all hands in one step. Each step takes 45 MB of memory."""


@dataclass(frozen=True, slots=True)
class Hands:
    """All three-card hands in classes, from the weakest to the strongest. The hands of a class differ only in suits."""

    examples: tuple[tuple[Card, ...], ...]
    """One hand of each class, in the order of the classes."""
    sizes: Ints | Floats
    """Number of hands in each class. In the result of the method `held`, each number has been multiplied by the factor that was
    given for the class."""
    strengths: Ints
    """Strength of each class. The greater number wins, and equal numbers tie."""
    together: Ints | Floats
    """Number of ways to deal one hand from each of two classes, without a common card; shape (classes, classes)."""
    numbers: NDArray[np.int16] = field(default_factory=lambda: np.zeros((0, 0, 0), np.int16))
    """``numbers[a, b, c]`` with a < b < c: number of the class of the hand with these cards; −1 if there is no such hand.

    Shape (52, 52, 52). The array is empty if the classes weren't made by `classes`.
    """
    ranking: Ranking | None = None
    """The ranking that gives `strengths`; None if the strengths come from elsewhere."""

    def of(self, cards: Cards) -> int:
        """Get the number of a hand's class. In a strategy, this number is the index of the class's column.

        It is also the index in `examples`, `sizes`, `strengths`, `together` and `places`.

        Args:
            cards: three cards, in any order, as numbers or as text.
        Returns:
            The number, from 0 (the weakest class).
        Raises:
            PrialError: if these aren't three different cards of the pack, or the classes weren't made by `classes`.
        """
        cards = cards_of(cards)
        number = int(self.numbers[tuple(sorted(cards))]) if len(cards) == 3 and len(self.numbers) else _NO_CLASS
        if number == _NO_CLASS:
            raise PrialError(refuse("solve.hand", cards=names(cards)))
        return number

    @property
    def pairs(self) -> float:
        """Number of ways to deal two hands: 22,100 × 18,424 from a whole pack."""
        return float(self.together.sum())

    @property
    def places(self) -> Floats:
        """For each class, the share (0 to 1) of hands that are weaker. Half of the hands of equal strength count as weaker."""
        _, group = np.unique(self.strengths, return_inverse=True)
        sizes = np.bincount(group, self.sizes)
        below = np.cumsum(sizes) - sizes / 2
        places: Floats = below[group] / sizes.sum()
        return places

    def by_strength(self) -> Ints:
        """For each class, get the index of its strength, from 0 for the weakest. A whole pack has 741 strengths.

        Equally strong hands may leave different cards for the opponent. So a strategy may lose a little by playing equally strong
        hands alike.
        """
        return np.unique(self.strengths, return_inverse=True)[1].astype(np.int64)

    def told_apart(self, what: str) -> Ints | None:
        """Put the classes into groups, for strategies that play all hands of a group alike.

        Args:
            what: ``places`` for at most 150 groups of similar strength, ``strengths`` for a group for each strength, or
                ``classes`` to keep all classes apart.
        Returns:
            For each class, the index of its group, from 0; None for ``classes``.
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
        """Get a copy with other frequencies of the classes, as after an exchange of cards.

        Deals in which two hands share a card remain impossible.

        Args:
            often: a factor for each class: its frequency among the hands held, divided by its frequency among the hands dealt.
        """
        return replace(self, sizes=self.sizes * often, together=self.together * np.outer(often, often))


def classes(of: Ranking | None = None, pack: Sequence[Card] = PACK) -> Hands:
    """Sort all three-card hands of a pack into classes. The hands of a class become equal when suits are exchanged.

    Args:
        of: the ranking; None for the usual one. If wild cards distinguish suits, as one-eyed jacks do, the classes distinguish
            suits too.
        pack: the cards, at least six.
    Raises:
        PrialError: if there are more than `MOST` classes.
    """
    return _classes(of or ranking(), tuple(sorted(pack)))


@cache
def _classes(of: Ranking, pack: tuple[Card, ...]) -> Hands:
    """`classes`, computed once for each ranking and pack."""
    table = np.array(of.table, np.int64)
    hands = np.array(list(combinations(pack, 3)), np.int64)
    strength = table[hands[:, 0], hands[:, 1], hands[:, 2]]
    form = _code(hands)
    for exchanged in permutations(range(4)):
        card = np.array([4 * (each >> 2) + exchanged[each & 3] for each in PACK])
        other = card[hands]
        if set(card[list(pack)].tolist()) != set(pack):
            continue  # a short pack may lack some suits of a rank
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
        # Every hand of a class can be dealt together with equally many hands of another class, so the first one stands for all
        together[mine] = sizes[mine, None] * np.add.reduceat(apart, first, axis=1, dtype=np.int64)
    numbers = np.full((52, 52, 52), _NO_CLASS, np.int16)
    numbers[tuple(hands.T)] = np.repeat(np.arange(len(first)), sizes)
    return Hands(tuple(map(tuple, hands[first].tolist())), sizes, strength[first], together, numbers, of)


def _code(hands: Ints) -> Ints:
    """A number for each hand. It doesn't depend on the order of the cards in the hand."""
    low = np.sort(hands, axis=1)
    code: Ints = (low[:, 0] * 52 + low[:, 1]) * 52 + low[:, 2]
    return code
