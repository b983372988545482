"""What a change of cards makes of each kind of hand. Everything is counted, nothing is sampled."""

from collections.abc import Sequence

import msgspec
import numpy as np

from prial.cards import Card
from prial.games.brag_poker.bots.draws import HAND, Floats, beaten, draws
from prial.games.brag_poker.study.draws import count
from prial.ranks.brag import Category, Ranking

MOST_OTHERS = 7
"""Number of other players at a full table."""


class Kind(msgspec.Struct, frozen=True):
    """What becomes of hands of one kind after the best change of each hand. All numbers are probabilities, 0 to 1."""

    dealt: float
    """Probability that a hand of this kind is dealt."""
    changes: tuple[float, ...]
    """Probabilities that the best change discards none, one, two or three cards."""
    better: float
    """Probability that the change makes the hand better."""
    becomes: dict[str, float]
    """Maps the name of each kind to the probability that the hand is of this kind after the change."""
    wins: float
    """Probability that the hand beats one other player after both have made their best changes. Equal hands count half."""


class Way(msgspec.Struct, frozen=True):
    """One way to change the cards of a hand. All numbers are probabilities, 0 to 1."""

    away: tuple[Card, ...]
    """The cards that are discarded, best first."""
    better: float
    """Probability that the hand becomes a better one."""
    becomes: dict[str, float]
    """Maps the name of each kind to the probability that the hand is of this kind after the change."""
    wins: tuple[float, ...]
    """``wins[k]``: probability that the hand beats k + 1 other players who all make their best changes.

    There are `MOST_OTHERS` entries. Equal hands count half.
    """


def by_category(of: Ranking, held: Floats) -> dict[str, float]:
    """Map the name of each kind of hand to its probability, the best kind first.

    Args:
        of: the ranking of hands.
        held: the probability of each strength; shape (size of the ranking + 1,).
    """
    found = {kind.value: 0.0 for kind in reversed(Category) if kind is not Category.FOUR_OF_A_KIND}
    for strength in range(1, of.size + 1):
        found[of.category(strength).value] += float(held[strength])
    return found


def kinds(of: Ranking) -> dict[str, Kind]:
    """Map the name of each kind of hand to its `Kind`, the best kind first.

    A `Kind` says how often such hands are dealt, and what becomes of the hands after their best changes. The last entry, named
    ``any``, is for all hands together.
    """
    counted = count(of)
    hands, chosen, sizes = counted.hands, counted.chosen, counted.changed
    weights = hands.sizes / hands.sizes.sum()
    wins = chosen @ beaten(counted.field.held)
    better = np.array([made[strength + 1 :].sum() for made, strength in zip(chosen, hands.strengths.tolist(), strict=True)])
    categories = np.array([of.category(strength).value for strength in hands.strengths.tolist()])

    def told(which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Kind:
        part = weights[which] / weights[which].sum()
        return Kind(
            dealt=float(weights[which].sum()),
            changes=tuple(np.bincount(sizes[which], part, HAND + 1).tolist()),
            better=float(better[which] @ part),
            becomes=by_category(of, part @ chosen[which]),
            wins=float(wins[which] @ part),
        )

    names = [kind.value for kind in reversed(Category) if kind is not Category.FOUR_OF_A_KIND]
    return {**{name: told(categories == name) for name in names}, "any": told(np.ones(len(weights), bool))}


def ways(of: Ranking, hand: Sequence[Card], seen: Sequence[Card] = ()) -> list[Way]:
    """Every way to change a hand. The way that beats one other player most often comes first.

    Args:
        of: the ranking of hands.
        hand: the three cards.
        seen: other cards that can't be drawn. Other players' hands are counted as if these cards could be among them.
    """
    strength, beats = of.strength(hand), beaten(count(of).field.held)
    found = []
    for draw in draws(of, hand, seen):
        wins = tuple([float(draw.makes @ beats**others) for others in range(1, MOST_OTHERS + 1)])
        found.append(Way(draw.away, float(draw.makes[strength + 1 :].sum()), by_category(of, draw.makes), wins))
    return sorted(found, key=lambda way: -way.wins[0])
