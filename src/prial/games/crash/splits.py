"""The splits of a hand of Crash that matter, under the rules of a table.

Beside what the search knows, Crash has hands that don't count: they are laid to fill the places left where the rules let them
score nothing. And four of a kind can bring a point, for which all four must be laid, if only in such hands.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from prial.arrange.search import Hands, Split, front
from prial.cards import Card
from prial.games.crash.settings import WeakHand
from prial.games.crash.settle import Scorer


def splits(scorer: Scorer, hand: Sequence[Card], laid: frozenset[Card] = frozenset()) -> list[Split]:
    """All splits that matter: one for each vector of strengths that no other split matches or beats in every place.

    Args:
        scorer: the table's.
        hand: up to 13 different cards.
        laid: cards that must be among those laid, even if in a hand that doesn't count.
    Returns:
        The splits, the best first hand first. Never empty, unless ``laid`` asks for cards that aren't held or can't all
        be laid.
    Raises:
        CardError: a card twice, a number that is no card, or more than 13 cards.
    """
    fills = scorer.rules.weak_hand is WeakHand.SCORES_NOTHING
    places = scorer.rules.places

    def left(hands: Hands) -> tuple[list[Card], int]:
        """The cards left, the first to be laid first, and how many hands that don't count are made of them."""
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
