"""For a Crash hand, finds the splits that may be best under a table's rules. A split divides the cards among the places.

`prial.arrange.search` lays only hands that are good enough to score. If the rules also allow hands that score nothing, this
module fills empty places with such hands. Four of a kind scores only if all four cards are laid. Some of the four may lie in a
hand that scores nothing.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from prial.arrange.search import Hands, Split, front
from prial.cards import Card
from prial.games.crash.settings import WeakHand
from prial.games.crash.settle import Scorer


def splits(scorer: Scorer, hand: Sequence[Card], laid: frozenset[Card] = frozenset()) -> list[Split]:
    """Find the splits that may be best for a hand. A split divides the cards of the hand among the places.

    A split is left out if another split is at least as strong in every place. If several splits have the same strengths, only one
    of them is listed.

    Args:
        scorer: the scorer of the table.
        hand: up to 13 different cards.
        laid: cards that must be laid, even if only in a hand that doesn't count.
    Returns:
        The splits, ordered by their first hand, the best hand first. The list is empty only if no split lays all of ``laid``.
    Raises:
        CardError: if the hand has a card twice, a number isn't a card, or there are more than 13 cards.
    """
    fills = scorer.rules.weak_hand is WeakHand.SCORES_NOTHING
    places = scorer.rules.places

    def left(hands: Hands) -> tuple[list[Card], int]:
        """The cards that no hand uses, and the number of empty places to fill with them.

        The first three cards go into one place, the next three into another, and so on.
        """
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
