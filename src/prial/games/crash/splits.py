"""Finds the splits of a Crash hand that may be best. A split divides the cards among the places.

`prial.arrange.search` lays only hands that score. If the rules allow it, this module fills empty places with hands that score
nothing. Four of a kind scores only if all four cards are laid. They may lie in hands that score nothing.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from prial.arrange.search import Hands, Split, front
from prial.cards import Card
from prial.games.crash.settings import WeakHand
from prial.games.crash.settle import Scorer


def splits(scorer: Scorer, hand: Sequence[Card], laid: frozenset[Card] = frozenset()) -> list[Split]:
    """Find the splits of a hand that may be best. A split divides the cards among the places.

    A split is left out if another one is at least as strong in every place. Of several splits with the same strengths, only one
    is listed.

    Args:
        scorer: the scorer of the table.
        hand: up to 13 different cards.
        laid: cards that must be laid, even in a hand that doesn't count.
    Returns:
        The splits, ordered by their first hand, from best to worst. If no split lays all of ``laid``, the list is empty.
    Raises:
        CardError: if ``hand`` has a card twice, a number that isn't a card, or more than 13 cards.
    """
    fills = scorer.rules.weak_hand is WeakHand.SCORES_NOTHING
    places = scorer.rules.places

    def left(hands: Hands) -> tuple[list[Card], int]:
        """The cards that no hand uses, and how many empty places they fill."""
        used = {card for each in hands for card in each}
        rest = sorted([card for card in hand if card not in used], key=lambda card: (card in laid, card), reverse=True)
        return rest, min(places - len(hands), len(rest) // 3) if fills else 0

    def lays_all(hands: Hands) -> bool:
        rest, ignored = left(hands)
        return laid.isdisjoint(rest[3 * ignored :])

    def filled(split: Split) -> Split:
        rest, count = left(split.hands)
        ignored = [tuple(sorted(rest[3 * at : 3 * at + 3], reverse=True)) for at in range(count)]
        return replace(split, hands=(*split.hands, *sorted(ignored, key=scorer.ranking.strength, reverse=True)))

    if not laid.issubset(hand):
        return []
    found = front(hand, scorer.ranking, places, scorer.least, lays_all if laid else None)
    return [filled(split) if fills and len(split.hands) < places else split for split in found]
