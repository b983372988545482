"""Reviews a finished game: the worth of each action of a player, the best action, and the difference between them.

The worth of an action is the number of points that it brings on average, over all ways in which the hidden cards may lie. If
players lay out their cards as several hands, all hands that a seat lays in a deal are one action. In other games, the worth of an
action is often an estimate with a standard error (`prial.study.rollouts`).
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from prial.arguments import explained, unfit
from prial.bots.registry import best
from prial.cards import Card, symbols
from prial.core.game import Game, Seat
from prial.core.printed import columns
from prial.core.record import Record
from prial.core.registry import find
from prial.core.unknown import completed, unsure

NO_DEAL: Final = "No deal of this game has been played out."
"""The text of a review without any judged action."""
_LEFT_OUT: Final = "Answers of players whose cards nobody saw aren't judged."
NOTHING: Final = 0.005
"""Differences below this number of points are shown as no difference."""

Hands = tuple[tuple[Card, ...], ...]
"""The hands that one seat laid out, in order. The first hand is compared with the first hands of the other seats, and so on."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of actions judged so far and the number of all actions. If it raises an exception, the review ends."""


class Verdict(StrEnum):
    """How good an action was."""

    BEST = "best"
    """No other action was better."""
    EVEN = "even"
    """The action may be as good as the best one: the difference is at most its standard error."""
    LOST = "lost"
    """Another action was better."""


class Against(StrEnum):
    """The opponents whom a review assumes in the other seats."""

    SEATED = "seated"
    """The bots that are named in the record, if the review can use them. `Review.against` says who was assumed."""
    STRONGEST = "strongest"
    """The game's strongest bot in every other seat, even if the record names other bots."""


class Row(msgspec.Struct, frozen=True):
    """One place (first, second, …) in a seat's layout: the laid hand, and the hand that the best layout has in this place."""

    label: str
    """The laid hand, in words."""
    wins: float
    """Probability that the laid hand beats the other players' hands in this place."""
    best: str
    """The hand of the best layout, in words."""
    best_wins: float
    """Probability that the hand of the best layout beats the other players' hands in this place."""


class Judged(msgspec.Struct, frozen=True):
    """The judgement on one action."""

    deal: int
    """The deal's number, from 1."""
    seat: Seat
    """The seat that acted."""
    move: int
    """Number of the action among the record's moves, from 1. `prial.core.session.Session.comment` takes this number."""
    hands: Hands
    """The hands as they were laid. In games without laying: the cards that the seat saw when it acted."""
    worth: float
    """Points that the action was expected to bring."""
    best: Hands
    """The hands that would have been worth most; empty in games without laying."""
    best_worth: float
    """Points that the best action was expected to bring."""
    lost: float
    """Points by which the action was worth less than the best one; at least 0."""
    points: int
    """Points that the seat made in the deal."""
    declared: str = ""
    """What was declared with the hands; empty if nothing was declared. In games without laying: the action in words."""
    best_declared: str = ""
    """What to declare with the best hands; empty for no declaration. In games without laying: the best action in words."""
    why: str = ""
    """Why the best action is better, in a sentence. Empty if nothing was lost, or if the game gives no reason."""
    error: float = 0.0
    """Standard error of `lost`, in points; 0 if `lost` was computed exactly."""
    situation: str = ""
    """Facts, other than the cards, that mattered for the action, in a few words."""
    rows: tuple[Row, ...] = ()
    """The laid hands one by one, each with the best layout's hand in the same place.

    Empty in three cases:

    * The game has no laying.
    * Hands in Xap Xam are mis-set (in a wrong order).
    * `declared` or `best_declared` isn't empty.
    """
    wins: float = 0.0
    """In games without laying: probability that the action brings more than nothing."""
    best_wins: float = 0.0
    """In games without laying: probability that the best action brings more than nothing."""

    @property
    def verdict(self) -> Verdict:
        """How good the action was. The verdict is computed from `lost` and `error`."""
        if self.lost < NOTHING and self.error < NOTHING:
            return Verdict.BEST
        return Verdict.EVEN if self.lost <= self.error else Verdict.LOST

    @property
    def said(self) -> str:
        """The verdict as text: ``✓ best``, ``even``, or the points lost and their standard error, such as ``−0.52 ± 0.10``."""
        match self.verdict:
            case Verdict.BEST:
                return "✓ best"
            case Verdict.EVEN:
                return "even"
            case _:
                return f"−{self.lost:.2f}" + (f" ± {self.error:.2f}" if self.error else "")


class Total(msgspec.Struct, frozen=True):
    """The sums over all judged actions of one seat."""

    seat: Seat
    """The seat."""
    deals: int
    """Number of deals in which an action was judged."""
    worth: float
    """Points that all actions together were expected to bring."""
    lost: float
    """Points lost by all actions together (see `Judged.lost`). Actions with the verdict `Verdict.EVEN` don't count."""
    points: int
    """Points that the seat made in the deals in which one of its actions was judged."""
    answers: int
    """Number of judged actions."""


class Review(msgspec.Struct, frozen=True):
    """The judgements on all actions of a game. `print` shows them deal by deal, like ``prial review``."""

    judged: tuple[Judged, ...]
    """The judged actions, in the order in which they were taken."""
    totals: tuple[Total, ...]
    """The sums for each seat, indexed by seat."""
    note: str = ""
    """A sentence that says what is counted as an action's worth. It is empty if the worth is simply the gain of the deal."""
    unit: str = "points"
    """The unit of all points, in the plural: ``points``, ``chips``."""
    laid: bool = True
    """Whether players lay out their cards as hands, one time per deal. In other games, a seat may act several times per deal."""
    stake: float = 1.0
    """Amount for which a deal is played, in `unit`: one point, or all antes or blinds together.

    Whether a loss is large depends on this amount.
    """
    against: str = ""
    """A sentence that describes the assumed opponents; may be empty."""
    names: tuple[str, ...] = ()
    """The players' names, indexed by seat. If it is empty, texts say ``Seat 0`` and so on."""

    def __str__(self) -> str:
        if not self.judged:
            return NO_DEAL
        lines = list[str]()
        for deal, found in groupby(self.judged, key=lambda each: each.deal):
            judged = list(found)
            lines += [f"Deal {deal}", *(self._arrangements(judged) if self.laid else self._decisions(judged))]
        return "\n".join([*lines, "", *columns(self.summary()), *filter(None, [self.against, self.remarks()])])

    def name(self, seat: Seat) -> str:
        """Get the name of the player in a seat, or ``Seat 0`` if the review has no names."""
        return self.names[seat] if self.names else f"Seat {seat}"

    def summary(self) -> list[list[str]]:
        """Get the sums for each seat as a table: a list of rows of text. The first row is the heading."""
        rows = [["", "Deals", "Expected" if self.laid else "Decisions", "Lost", "Lost a deal", "Made"]]
        for total in self.totals:
            of_all = f"{total.worth:.2f}" if self.laid else str(total.answers)
            each = f"{total.lost / max(1, total.deals):.2f}"
            rows.append([self.name(total.seat), str(total.deals), of_all, f"{total.lost:.2f}", each, str(total.points)])
        return rows

    def remarks(self) -> str:
        """Get the sentences that explain the numbers; may be empty."""
        told = [self.note] if self.note else []
        if self.laid and self.note:
            told.append("Expected includes that; Made is the points that were really scored.")
        if any(each.error for each in self.judged):
            told.append(
                f"In {self.unit}; ± is one standard error. Even: another decision may be as good, and nothing counts as lost."
            )
        return " ".join(told)

    def _arrangements(self, judged: Sequence[Judged]) -> list[str]:
        """What each seat laid in one deal, and what would have been better, as lines of text."""
        rows = list[list[str]]()
        for each in judged:
            laid = [_laid(each.hands, each.declared), f"{each.worth:.2f}", each.said, f"made {each.points}"]
            rows.append([f"  {self.name(each.seat)}", *laid])
            if each.verdict is not Verdict.BEST:
                rows.append(["  better", _laid(each.best, each.best_declared), f"{each.best_worth:.2f}", "", ""])
        return [*columns(rows), *[f"  {self.name(each.seat)}: {each.why}" for each in judged if each.why]]

    def _decisions(self, judged: Sequence[Judged]) -> list[str]:
        """The decisions of one deal as lines of text: for each, the situation, what was done, and what was better."""
        made = {self.name(each.seat): each.points for each in judged}
        lines = ["  " + " · ".join(f"{who} {points:+d}" for who, points in made.items())]
        for each in judged:
            hung_on = filter(None, [self.name(each.seat), _laid(each.hands, ""), each.situation])
            rows = [[f"    {each.declared}", figure(each.worth), each.said]]
            if each.verdict is Verdict.LOST:
                rows.append([f"    better: {each.best_declared}", figure(each.best_worth), ""])
            lines += ["  " + "  ".join(hung_on), *columns(rows)]
        return lines


def figure(worth: float) -> str:
    """Write expected points with two decimals. A number that rounds to 0 is written without a sign."""
    return f"{worth:.2f}" if abs(worth) >= NOTHING else "0.00"


def _laid(hands: Hands, declared: str) -> str:
    """Hands on one line, and after them the declaration, if any."""
    return "  ".join([*map(symbols, hands), *([declared] if declared else [])])


class LongReview(Protocol):
    """A review that takes long, and so is carried out in a second step and reports its progress."""

    def carry_out(self, seat: Seat | None, worlds: int | None, progress: Progress | None, /) -> Review:
        """Review the game.

        Args:
            seat: the seat whose actions are judged; None for all seats.
            worlds: number of worlds (ways to place the hidden cards) in which actions are tried; None for the usual number.
            progress: called from time to time (see `Progress`); None for no calls.
        Raises:
            PrialError: if the record holds a move that the rules refuse.
        """


class Reviewer(Protocol):
    """A function that reviews the records of one game. The game's field `prial.core.kind.Kind.review` refers to it."""

    def __call__(self, game: Any, record: Record, /) -> Review | LongReview:
        """Review a game up to its last move, or return a `LongReview` if this takes long.

        Args:
            game: the game with the rules of the record.
            record: the record of the game.
        Raises:
            PrialError: if the record holds a move that the rules refuse.
        """


@explained
def review(
    game: Game[Any, Any],
    record: Record,
    *,
    seat: Seat | None = None,
    worlds: int | None = None,
    progress: Progress | None = None,
    against: Against = Against.SEATED,
) -> Review:
    """Review a game: judge the players' actions.

    Unknown cards (``??``) are drawn at random. While a player holds or has seen such a card, the player's actions aren't judged.

    Args:
        game: the game with the rules of the record.
        record: the game's record.
        seat: the seat whose actions are judged; None for all seats.
        worlds: number of worlds (ways to place the hidden cards) in which actions are tried, at least 2; None for the usual
            number. Games that compute an action's worth without trying the action ignore this number.
        progress: called from time to time in a long review (see `Progress`); None for no calls.
        against: the opponents to assume in the other seats.
    Raises:
        RulesError: if the game has no reviews, or ``worlds`` is too small.
        PrialError: if the record holds a move that the rules refuse, or one that depends on unknown cards (``??``).
    """
    if worlds is not None and worlds < 2:
        raise unfit(f"A review tries answers in at least 2 worlds, not {worlds}")
    reviewer: Reviewer = find(game.name).needed("review")
    record = completed(record)
    if against is Against.STRONGEST:
        record = replace(record, notes={**record.notes, "bots": dict.fromkeys(map(str, range(game.seats)), best(game.name))})
    found = reviewer(game, record)
    if not isinstance(found, Review):
        found = found.carry_out(seat, worlds, progress)
    found = replace(found, names=tuple(record.seats))
    if left_out := unsure(game, record):
        judged = tuple([each for each in found.judged if each.move not in left_out])
        against_whom = f"{found.against} {_LEFT_OUT}".strip()
        found = replace(found, judged=judged, totals=totals(judged, game.seats), against=against_whom)
    if seat is None:
        return found
    judged = tuple([each for each in found.judged if each.seat == seat])
    return replace(found, judged=judged, totals=tuple([total for total in found.totals if total.seat == seat]))


def totals(judged: Sequence[Judged], seats: int) -> tuple[Total, ...]:
    """Add up the judged actions of each seat.

    Args:
        judged: the judged actions of all seats.
        seats: number of seats.
    """
    found = []
    for seat in range(seats):
        own = [each for each in judged if each.seat == seat]
        worth = sum(each.worth for each in own)
        lost = sum(each.lost for each in own if each.verdict is not Verdict.EVEN)
        made = {each.deal: each.points for each in own}
        found.append(Total(seat, len(made), worth, lost, sum(made.values()), len(own)))
    return tuple(found)
