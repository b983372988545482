"""The first dealer, derived from chance's moves alone: a second model that the books and oracles of all games share."""

from collections.abc import Sequence
from typing import Any

from prial.cards import Card, name
from prial.testing import Fact

ORDER = "23456789TJQKA"
NAMES = "ABCDEFGHIJKLMNOP"


class First:
    """The first dealer of one game.

    Args:
        rules: the house rules.
    """

    def __init__(self, rules: Any) -> None:
        self.how, self.players = str(rules.first_dealer), rules.players
        self.dealer: int | None = rules.named_dealer - 1 if self.how == "named" else None
        self.cutting: list[int] = [*range(rules.players)] if self.how == "cut" else []
        """Seats that cut next."""
        self.cuts: list[dict[int, Card]] = []
        """The cards of each round of cuts, by seat."""

    @property
    def seat(self) -> int:
        """The dealer, who must be known."""
        assert self.dealer is not None
        return self.dealer

    def take(self, outcome: int | Sequence[Sequence[Card]]) -> list[str]:
        """Take in an outcome of chance while there is no dealer; returns what everybody hears about it."""
        assert self.dealer is None
        if isinstance(outcome, int):
            assert self.how == "drawn"
            self.dealer = outcome
            return [f"{NAMES[outcome]} is drawn to deal first."]
        assert len(outcome) == self.players
        assert [seat for seat, pile in enumerate(outcome) if pile] == self.cutting
        cards = {seat: card for seat, pile in enumerate(outcome) for card in pile}
        self.cuts.append(cards)
        places = {seat: ORDER.index(name(card)[0]) for seat, card in cards.items()}
        level = [seat for seat in cards if all(places[seat] >= other for other in places.values())]
        said = [f"{NAMES[seat]} cuts {name(card)}." for seat, card in cards.items()]
        if len(level) == 1:
            self.dealer, self.cutting = level[0], []
            return [*said, f"{NAMES[level[0]]} has cut the highest card and deals first."]
        self.cutting = level
        *others, last = [NAMES[seat] for seat in level]
        return [*said, f"{', '.join(others)} and {last} tie for the highest card and cut again."]

    def facts(self) -> set[Fact]:
        """Cards that everybody has seen; each cut is from a newly shuffled pack."""
        return {(at, f"cut by {seat}", (card,)) for at, cut in enumerate(self.cuts) for seat, card in cut.items()}

    @property
    def branches(self) -> set[str]:
        """The branches that a campaign counts."""
        again = ["cut again"] if len(self.cuts) > 1 else []
        return {f"first_dealer={self.how}", *again, *(["named_dealer"] if self.how == "named" and self.dealer else [])}


BRANCHES = frozenset({"first_dealer=drawn", "first_dealer=cut", "first_dealer=named", "named_dealer", "cut again"})
