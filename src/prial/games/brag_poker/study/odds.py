"""The results of a change of cards, for each kind of hand or for one hand. Everything is counted; nothing is sampled."""

from collections.abc import Sequence

import msgspec
import numpy as np

from prial.arguments import explained
from prial.cards import PACK, Card, Cards, cards_of, distinct
from prial.games.brag_poker.bots.draws import HAND, Draw, Floats, beaten, draws
from prial.games.brag_poker.study.draws import count
from prial.ranks.brag import Category, Ranking
from prial.ranks.many import Hands
from prial.study.odds import equities, left_of
from prial.study.ranges import Held, weighed

MOST_OTHERS = 7
"""Number of other players at a full table."""


class Kind(msgspec.Struct, frozen=True):
    """The results of the best changes of cards, for all hands of one kind, such as pairs.

    All numbers are probabilities, from 0 to 1.
    """

    dealt: float
    """Probability that a hand of this kind is dealt."""
    changes: tuple[float, ...]
    """``changes[n]``: probability that the best change discards n cards, 0 to 3."""
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
    """Probability that the change makes the hand better."""
    becomes: dict[str, float]
    """Maps the name of each kind to the probability that the hand is of this kind after the change."""
    wins: tuple[float, ...]
    """Probabilities that the hand beats the other players. A tie counts as half a win.

    ``wins[k]`` is for k + 1 other players, who all make their best changes. There are `MOST_OTHERS` entries. If `ways` is called
    with ``against``, the only entry is for the opponent described by ``against``.
    """


def by_category(of: Ranking, held: Floats) -> dict[str, float]:
    """Map the name of each kind of hand to the probability of this kind, the best kind first.

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

    The last entry, named ``any``, is for all hands together.
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


@explained
def ways(of: Ranking, hand: Cards, seen: Cards = (), against: Held = None) -> list[Way]:
    """Every way to change a hand, with exact results, the best way first.

    The best way has the greatest probability of beating one other player.

    Args:
        of: the ranking of hands.
        hand: the three cards, as numbers or as text.
        seen: other cards that can't be drawn, as numbers or as text. If ``against`` is None, the other players may still hold
            them.
        against: what is known of one opponent's hand. The opponent's discards belong in ``seen``. ``against`` is one of these:

            * None: nothing is known, and all other players make their best changes
            * cards: the opponent keeps these cards, and draws until there are three
            * a class, as text or from `prial.ranks.classes.strengths`: the class of the opponent's hand after the change
            * a list of hands: the hands that the opponent may hold after the change, all equally likely
            * classes or hands after the change, mapped to their weights
    Returns:
        Eight ways, or fewer if few cards can be drawn. Cards that the opponent certainly holds can't be drawn. Apart from that,
        ``against`` has no effect on `Way.becomes` and `Way.better`.
    Raises:
        RulesError: in one of these cases:

            * ``against`` describes no hand that can be dealt
            * the class in ``against`` belongs to another ranking
            * a weight in ``against`` isn't from 0 to 1, or a hand has two weights
        CardError: if ``hand`` isn't three cards, something isn't a card, or a card is given twice.
    """
    hand, seen = cards_of(hand), cards_of(seen)
    strength = of.strength(hand)
    distinct([*hand, *seen])
    if against is None:
        beats = beaten(count(of).field.held)
        results = [
            (draw, tuple([float(draw.makes @ beats**others) for others in range(1, MOST_OTHERS + 1)]))
            for draw in draws(of, hand, seen)
        ]
    else:
        results = [(draw, (share,)) for draw, share in _against(of, hand, seen, *weighed(of, against))]
    found = [Way(draw.away, float(draw.makes[strength + 1 :].sum()), by_category(of, draw.makes), wins) for draw, wins in results]
    return sorted(found, key=lambda way: -way.wins[0])


def _against(of: Ranking, hand: Sequence[Card], seen: Sequence[Card], others: Hands, weights: Floats) -> list[tuple[Draw, float]]:
    """Every way to change ``hand``, with the probability that the changed hand beats the other hand.

    Each row of ``others`` is a possible other hand, with its weight in ``weights``.
    """
    dealable = others[~np.isin(others, [*hand, *seen]).any(axis=1)]
    held = dealable if len(dealable) else others  # if none can be dealt, the error names a card that lies in two places
    certain = [card for card in PACK if len(held) and (held == card).any(axis=1).all()]
    drawable = 52 - len(distinct([*hand, *seen, *certain])) - (HAND - len(certain))
    known: Held = (
        others
        if (weights == 1).all()
        else {tuple(each): weight for each, weight in zip(others.tolist(), weights.tolist(), strict=True)}
    )
    found = []
    for draw in draws(of, hand, [*seen, *certain], max(0, min(HAND, drawable))):
        kept = tuple([card for card in hand if card not in draw.away])
        found.append((draw, equities(of, [kept, known], left_of([*hand, *seen]))[0].share))
    return found
