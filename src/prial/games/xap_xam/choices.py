"""The actions of a Xập xám player: 72,072 ways to lay thirteen cards as 5, 5 and 3, and the instant wins declared with them."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from prial.cards import Card, name, names
from prial.core.game import Choices, View
from prial.errors import Refusal, add_sentences, refuse
from prial.games.xap_xam.instants import Hands, Instant, shows
from prial.games.xap_xam.settle import ROWS, SIZES, Scorer
from prial.games.xap_xam.state import Lay, Table

add_sentences(
    "en",
    {
        "xap_xam.no_action": "{action} isn't something you can do in Xập xám.",
        "xap_xam.not_now": "You can't lay anything now.",
        "xap_xam.rows": "Lay three hands, a lower, a middle and an upper one, not {count}.",
        "xap_xam.row_size": "The {row} hand takes {size} cards; {cards} has {count}.",
        "xap_xam.not_in_hand": "{card} isn't in your hand.",
        "xap_xam.laid_twice": "{card} is laid twice.",
        "xap_xam.instant_off": "Under these rules you can't declare {what}.",
        "xap_xam.instant_not_held": "Your cards don't hold {what}.",
        "xap_xam.instant_not_laid": "To declare {what}, make each of your hands a {hand}.",
    },
)

_TUPLES, _NUMBERS = frozenset({tuple}), frozenset({int})


def _cards(action: Any) -> list[Card] | None:
    """All cards of a `Lay`, in the order laid. None if the value isn't a well-formed `Lay`."""
    if not isinstance(action, Lay) or type(action.hands) is not tuple or not _TUPLES.issuperset(map(type, action.hands)):
        return None
    if type(action.declared) not in (Instant, type(None)):
        return None
    cards = [card for hand in action.hands for card in hand]
    return cards if _NUMBERS.issuperset(map(type, cards)) else None


class Nothing(Choices[Lay]):
    """The choices of a seat that has nothing to decide: no action is allowed."""

    def why_not(self, action: Lay) -> Refusal | None:
        return _no_action(action) if _cards(action) is None else refuse("xap_xam.not_now")

    def __iter__(self) -> Iterator[Lay]:
        return iter(())

    def count(self) -> int:
        return 0

    def sample(self, rng: Random) -> Lay:
        raise IndexError("there is nothing to decide")


def _no_action(action: Any) -> Refusal:
    """The refusal of a value that isn't an action."""
    return refuse("xap_xam.no_action", action=repr(action)[:60])


class Arranging(Choices[Lay]):
    """The choices of a player who sets thirteen cards as a lower, a middle and an upper hand.

    The player may lay the three hands in a wrong order, but then the cards are mis-set and lose.
    """

    def __init__(self, scorer: Scorer, view: View[Table]) -> None:
        assert view.seat is not None
        self.scorer = scorer
        self.hand = view.piles[view.public.hands[view.seat]]

    @cached_property
    def instants(self) -> dict[Instant, Hands]:
        """The instant wins that the player may declare, the best first.

        Each comes with three hands that allow the declaration.
        """
        return self.scorer.held(self.hand)

    def why_not(self, action: Lay) -> Refusal | None:
        cards = _cards(action)
        if cards is None:
            return _no_action(action)
        if len(action.hands) != len(SIZES):
            return refuse("xap_xam.rows", count=len(action.hands))
        if not set(self.hand).issuperset(cards):
            card = next(card for card in cards if card not in self.hand)
            return refuse("xap_xam.not_in_hand", card=name(card) if 0 <= card < 52 else f"Card {card}")
        if len(set(cards)) < len(cards):
            return refuse("xap_xam.laid_twice", card=name(next(card for card in cards if cards.count(card) > 1)))
        for hand, row, size in zip(action.hands, ROWS, SIZES, strict=True):
            if len(hand) != size:
                return refuse("xap_xam.row_size", cards=names(hand) or "yours", row=row, size=size, count=len(hand))
        return self._why_not_declare(action)

    def _why_not_declare(self, action: Lay) -> Refusal | None:
        """The reason why ``action`` may not declare its instant win; None if it may, or if it declares none."""
        what = action.declared
        if what is None:
            return None
        if what not in self.scorer.rules.instants:
            return refuse("xap_xam.instant_off", what=what.words)
        if what not in self.instants:
            return refuse("xap_xam.instant_not_held", what=what.words)
        hand = "straight" if what is Instant.THREE_STRAIGHTS else "flush"
        return None if shows(action.hands, what) else refuse("xap_xam.instant_not_laid", what=what.words, hand=hand)

    def __iter__(self) -> Iterator[Lay]:
        """Yield the actions for every setting of the cards.

        For each setting, the first action declares nothing. Then one action follows for each instant win that may be declared
        with this setting.
        """
        for lower in combinations(self.hand, 5):
            rest = [card for card in self.hand if card not in lower]
            for middle in combinations(rest, 5):
                hands = (lower, middle, tuple([card for card in rest if card not in middle]))
                yield Lay(hands)
                yield from (Lay(hands, what) for what in self.instants if shows(hands, what))

    def count(self) -> int:
        if any(what.laid for what in self.instants):
            return sum(1 for _ in self)
        return 72_072 * (1 + len(self.instants))

    def sample(self, rng: Random) -> Lay:
        """Draw an action at random. In most actions, the lower hand is at least as good as the middle hand.

        If the player holds instant wins, half of the actions declare one.
        """
        if self.instants and rng.random() < 0.5:
            what = list(self.instants)[int(rng.random() * len(self.instants))]
            return Lay(self.instants[what], what)
        cards = sorted(self.hand, key=lambda _: rng.random())
        lower, middle, upper = tuple(cards[:5]), tuple(cards[5:10]), tuple(cards[10:])
        strength = self.scorer.ranking.strength
        if strength(lower) < strength(middle) and rng.random() < 0.9:
            lower, middle = middle, lower
        return Lay((lower, middle, upper))
