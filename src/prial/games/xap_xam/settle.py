"""Settles a deal: finds the units that each player wins or loses.

Each pair of players who compare hands is settled by itself: first instant wins, then mis-set hands, then the three hands.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

import msgspec

from prial.arguments import explained
from prial.core.game import Seat
from prial.games.xap_xam.instants import Hands, Instant, laying
from prial.games.xap_xam.rules import Compare, DealerTies, EqualRows, StrongFive, Unit, XapXamRules
from prial.ranks.poker import Category, Ranking, ranking

ROWS: Final = ("lower", "middle", "upper")
"""The three rows, in the order in which they are compared. A player lays one hand in each row."""
SIZES: Final = (5, 5, 3)
"""Number of cards of the hand in each row."""

_ROYALTIES: Final = (
    {Category.FOUR_OF_A_KIND: 4, Category.STRAIGHT_FLUSH: 5},
    {Category.FULL_HOUSE: 2, Category.FOUR_OF_A_KIND: 8, Category.STRAIGHT_FLUSH: 10},
    {Category.THREE_OF_A_KIND: 3},
)
"""Extra units (royalties) for the winner of a row, by row and by the category of the winning hand."""


class By(StrEnum):
    """The reason for the result between two players."""

    HANDS = "hands"
    """The three hands were compared one by one."""
    MIS_SET = "mis_set"
    """One or both players had mis-set: their hands lay in a wrong order."""
    INSTANT = "instant"
    """One or both players had declared an instant win."""


class Pair(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result between two players."""

    seats: tuple[Seat, Seat]
    """The two seats, the lower number first."""
    by: By
    """The reason for the result."""
    rows: tuple[int, int, int] = (0, 0, 0)
    """The result of each row for the first seat: 1 won, 0 level, −1 lost; all 0 if an instant win decided."""
    units: int
    """Units that the second seat pays to the first seat; below 0 if the first seat pays them to the second seat."""
    royalties: int = 0
    """The part of ``units`` that is paid for strong hands; below 0 if the first seat pays it."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result of a deal: the units of each player, and the result between each pair of players."""

    pairs: tuple[Pair, ...]
    """The results between players: one for each pair of players who compare hands."""
    units: tuple[int, ...]
    """Units that each seat won in this deal; below 0 if it lost."""
    scores: tuple[int, ...]
    """Each seat's total of units after this deal."""
    mis_set: tuple[Seat, ...] = ()
    """Seats that had mis-set: they laid their hands in a wrong order."""
    instants: tuple[tuple[Seat, Instant], ...] = ()
    """Pairs of a seat and the instant win that it declared. Seats that had mis-set are left out."""
    over: bool = False
    """Whether the game is over."""
    winners: tuple[Seat, ...] = ()
    """Seats that won the game; empty while the game goes on."""


@explained
def ranking_of(rules: XapXamRules) -> Ranking:
    """The ranking of hands under a table's rules."""
    return ranking(rules.wheel)


@cache
def _royalties(of: Ranking, strong: StrongFive) -> list[list[int]]:
    """Extra units (royalties) for the winner of a row, by row and by the strength of the winning hand."""
    royal = strong is StrongFive.ROYALTIES
    return [[0, *(paid.get(of.category(each), 0) if royal else 0 for each in range(1, of.size + 1))] for paid in _ROYALTIES]


class Scorer:
    """Settles the deals of one table.

    Args:
        rules: the house rules.
    """

    def __init__(self, rules: XapXamRules) -> None:
        self.rules = rules
        self.ranking = ranking_of(rules)
        self.level = rules.equal_rows is EqualRows.ALLOWED
        """Whether two hands of one player may be level."""
        self._order = list(rules.instants)
        self.royalties = _royalties(self.ranking, rules.strong_five)
        """``royalties[row][strength]``: extra units for a player who wins the row with a hand of this strength."""

    def strengths(self, hands: Hands) -> tuple[int, int, int]:
        """The strengths of a player's three hands, by row."""
        lower, middle, upper = map(self.ranking.strength, hands)
        return lower, middle, upper

    def in_order(self, strengths: Sequence[int]) -> bool:
        """Whether the lower hand beats the middle hand, and the middle hand beats the upper hand.

        Under rules that allow level hands, a hand may also be level with the next one.

        Args:
            strengths: the strengths of the lower, the middle and the upper hand.
        """
        lower, middle, upper = strengths
        return lower >= middle >= upper if self.level else lower > middle > upper

    def is_mis_set(self, hands: Hands, declared: Instant | None = None) -> bool:
        """Whether a player's hands are mis-set (in a wrong order).

        Args:
            hands: the lower, the middle and the upper hand.
            declared: the instant win declared with the hands, or None. With three straights or three flushes, the hands are
                mis-set only if the lower hand is weaker than the middle hand. With any other instant win, the hands are never
                mis-set.
        """
        strengths = self.strengths(hands)
        if declared is None:
            return not self.in_order(strengths)
        return declared.laid and strengths[0] < strengths[1]

    def pairs(self, dealer: Seat, seats: int) -> list[tuple[Seat, Seat]]:
        """The pairs of seats that compare hands; in each pair, the lower number comes first."""
        everyone = self.rules.compare is Compare.EVERYONE
        return [pair for pair in combinations(range(seats), 2) if everyone or dealer in pair]

    def settle(
        self, dealer: Seat, hands: Sequence[Hands], declared: Mapping[Seat, Instant], scores: Sequence[int] | None = None
    ) -> Settled:
        """Settle a deal by the cards that were laid.

        Args:
            dealer: the seat that dealt.
            hands: the lower, the middle and the upper hand of each seat.
            declared: declared instant wins, by seat. It isn't checked that the cards hold the instant win, or that the hands show
                it (`Instant.laid`).
            scores: units before the deal, by seat; None for 0 each.
        """
        seats = len(hands)
        strengths = [self.strengths(each) for each in hands]
        mis_set = tuple([seat for seat in range(seats) if self.is_mis_set(hands[seat], declared.get(seat))])
        instants = {seat: what for seat, what in sorted(declared.items()) if seat not in mis_set}
        return self.score(dealer, strengths, mis_set, instants, scores)

    def score(
        self,
        dealer: Seat,
        strengths: Sequence[tuple[int, int, int]],
        mis_set: tuple[Seat, ...],
        instants: Mapping[Seat, Instant],
        scores: Sequence[int] | None = None,
    ) -> Settled:
        """Settle a deal from the strengths of its hands and its instant wins, without the cards.

        Args:
            dealer: the seat that dealt.
            strengths: strengths of the hands, by seat and row.
            mis_set: seats that had mis-set.
            instants: declared instant wins, by seat; none for seats in ``mis_set``.
            scores: units before the deal, by seat; None for 0 each.
        """
        seats = len(strengths)
        units = [0] * seats
        pairs: list[Pair] = []
        for a, b in self.pairs(dealer, seats):
            pair = self._pair((a, b), dealer, strengths, mis_set, instants)
            units[a] += pair.units
            units[b] -= pair.units
            pairs.append(pair)
        after = tuple([before + won for before, won in zip(scores or [0] * seats, units, strict=True)])
        return Settled(pairs=tuple(pairs), units=tuple(units), scores=after, mis_set=mis_set, instants=tuple(instants.items()))

    def _pair(
        self,
        seats: tuple[Seat, Seat],
        dealer: Seat,
        strengths: Sequence[tuple[int, int, int]],
        mis_set: Sequence[Seat],
        instants: Mapping[Seat, Instant],
    ) -> Pair:
        """The result between two players; arguments as in `score`."""
        a, b = seats
        tie = self._tie(seats, dealer)
        if a in instants or b in instants:
            mine, yours = self._standing(instants.get(a)), self._standing(instants.get(b))
            won = (mine < yours) - (mine > yours) or tie
            best = instants[a] if mine <= yours else instants[b]
            return Pair(seats=seats, by=By.INSTANT, units=won * self.rules.instants[best])
        if a in mis_set or b in mis_set:
            won = (b in mis_set) - (a in mis_set) or tie
            rows = (won, won, won)
        else:
            first, second, third = [(x > y) - (x < y) or tie for x, y in zip(strengths[a], strengths[b], strict=True)]
            rows = (first, second, third)
        by = By.MIS_SET if a in mis_set or b in mis_set else By.HANDS
        if self.rules.unit is Unit.OVERALL:
            total = sum(rows)
            return Pair(seats=seats, by=by, rows=rows, units=(total > 0) - (total < 0))
        swept = rows[0] * self.rules.sweep if abs(sum(rows)) == len(rows) else 0
        royal = 0
        for row, won in enumerate(rows):
            if won:
                royal += won * self.royalties[row][strengths[a if won > 0 else b][row]]
        return Pair(seats=seats, by=by, rows=rows, units=sum(rows) + swept + royal, royalties=royal)

    def _tie(self, seats: tuple[Seat, Seat], dealer: Seat) -> int:
        """Who wins if two players are level: 1 for the first seat, −1 for the second, 0 for nobody."""
        if self.rules.compare is Compare.EVERYONE or self.rules.dealer_ties is DealerTies.NO_ONE:
            return 0
        return 1 if seats[0] == dealer else -1

    def _standing(self, instant: Instant | None) -> int:
        """The place of an instant win in the order of the rules, 0 for the best. None comes last."""
        return len(self._order) if instant is None else self._order.index(instant)

    def held(self, cards: Sequence[int]) -> dict[Instant, Hands]:
        """Find the instant wins that thirteen cards hold under these rules.

        Returns:
            The instant wins, the best first, each with one choice of three hands with which the instant win may be declared.
        """
        found: dict[Instant, Hands] = {}
        for instant in self._order:
            hands = laying(cards, instant)
            if hands is not None:
                lower, middle, upper = hands
                if self.ranking.strength(lower) < self.ranking.strength(middle):
                    lower, middle = middle, lower
                found[instant] = (lower, middle, upper)
        return found
