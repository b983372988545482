"""Reviews a game: how much each answer of a player was worth, what the best answer was, and what the difference cost.

An answer is what a seat does at a decision. A game whose answers can be judged brings a `Reviewer`. An answer is judged by the
worth that could be expected before any cards were turned up, so luck plays no part. In games with laying, players lay out their
cards as several hands, and a seat gives one answer per deal. In other games it may give several, and their worth is often an
estimate with a standard error (`prial.study.rollouts`).
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
"""The text of a review in which no answer was judged."""
_LEFT_OUT: Final = "Answers of players whose cards nobody saw aren't judged."
NOTHING: Final = 0.005
"""A difference of fewer points than this counts as no difference."""

Hands = tuple[tuple[Card, ...], ...]
"""The hands that one seat laid out, in order: the first hand wins or loses against the others' first hands, and so on."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of answers judged so far and the number of all answers. An exception that it raises ends the review."""


class Verdict(StrEnum):
    """The verdict on an answer."""

    BEST = "best"
    """No other answer was better."""
    EVEN = "even"
    """Another answer seems better, but by no more than the standard error: the given answer may be as good."""
    LOST = "lost"
    """Another answer was better."""


class Against(StrEnum):
    """Which opponents the answers are judged against."""

    SEATED = "seated"
    """The bots that the record's notes name, if the review can use them. `Review.against` says who is in the other seats."""
    STRONGEST = "strongest"
    """Opponents as if the game's strongest bot had sat in every other seat, whatever the record's notes say."""


class Row(msgspec.Struct, frozen=True):
    """Two hands for the same place: the hand that the seat laid there, and the hand that the best split lays there."""

    label: str
    """The laid hand in words."""
    wins: float
    """Probability that the laid hand wins against the others' hands in this place."""
    best: str
    """The hand of the best split in words."""
    best_wins: float
    """Probability that the hand of the best split wins against the others' hands in this place."""


class Judged(msgspec.Struct, frozen=True):
    """The judgement on one answer in one deal."""

    deal: int
    """The deal's number, from 1."""
    seat: Seat
    """The seat that answered."""
    move: int
    """Number of the answer among the record's moves, from 1. `prial.core.session.Session.comment` takes this number."""
    hands: Hands
    """The hands as they were laid. In games without laying: the cards that the seat saw when it answered."""
    worth: float
    """Points that the answer was expected to bring."""
    best: Hands
    """The hands that were worth most; empty in games without laying."""
    best_worth: float
    """Points that the best answer was expected to bring."""
    lost: float
    """Points by which the answer was worth less than the best one; at least 0."""
    points: int
    """Points that the seat really made in the deal."""
    declared: str = ""
    """What was declared with the hands; in games without laying, the answer in words. Empty if nothing was declared."""
    best_declared: str = ""
    """What to declare with the best hands; in games without laying, the best answer in words."""
    why: str = ""
    """Why the best answer is better, in a sentence; empty if nothing was lost, or if the game gives no reason."""
    error: float = 0.0
    """Standard error of `lost`, in points; 0 if `lost` was computed exactly."""
    situation: str = ""
    """Facts besides the cards on which the answer depended, in a few words."""
    rows: tuple[Row, ...] = ()
    """The laid and the best hand in each place. Empty in games without laying, for mis-set hands, and for declarations."""
    wins: float = 0.0
    """In games without laying, the probability that the answer brings more than nothing."""
    best_wins: float = 0.0
    """In games without laying, the probability that the best answer brings more than nothing."""

    @property
    def verdict(self) -> Verdict:
        """The verdict, from `lost` and `error`."""
        if self.lost < NOTHING and self.error < NOTHING:
            return Verdict.BEST
        return Verdict.EVEN if self.lost <= self.error else Verdict.LOST

    @property
    def said(self) -> str:
        """The verdict as it is printed: ``✓ best``, ``even``, or what was lost with its standard error, ``−0.52 ± 0.10``."""
        match self.verdict:
            case Verdict.BEST:
                return "✓ best"
            case Verdict.EVEN:
                return "even"
            case _:
                return f"−{self.lost:.2f}" + (f" ± {self.error:.2f}" if self.error else "")


class Total(msgspec.Struct, frozen=True):
    """All judged answers of one seat together."""

    seat: Seat
    """The seat."""
    deals: int
    """Number of deals in which an answer was judged."""
    worth: float
    """Points that all answers together were expected to bring."""
    lost: float
    """Sum of `Judged.lost`, without the answers whose verdict is `Verdict.EVEN`."""
    points: int
    """Points that the seat really made in these deals."""
    answers: int
    """Number of judged answers."""


class Review(msgspec.Struct, frozen=True):
    """The review of a game. `print` shows it deal by deal, in the words of ``prial review``."""

    judged: tuple[Judged, ...]
    """The judged answers, in the order in which they were given."""
    totals: tuple[Total, ...]
    """The sums over all judged answers of each seat, indexed by seat."""
    note: str = ""
    """A sentence that explains the expected points. It is empty if they are simply the points of the deal."""
    unit: str = "points"
    """What is counted, in the plural: ``points``, ``chips``."""
    laid: bool = True
    """Whether the game has laying: each seat lays out its hands once a deal. Otherwise a seat may answer several times a deal."""
    stake: float = 1.0
    """What a deal is played for, in `unit`: one point, or all antes or blinds together. Losses are compared with this stake."""
    against: str = ""
    """A sentence that describes the opponents against whom the answers are judged; may be empty."""
    names: tuple[str, ...] = ()
    """The players' names, indexed by seat. If it is empty, players are named by their seats."""

    def __str__(self) -> str:
        if not self.judged:
            return NO_DEAL
        lines = list[str]()
        for deal, found in groupby(self.judged, key=lambda each: each.deal):
            judged = list(found)
            lines += [f"Deal {deal}", *(self._arrangements(judged) if self.laid else self._decisions(judged))]
        return "\n".join([*lines, "", *columns(self.summary()), *filter(None, [self.against, self.remarks()])])

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat, or ``Seat 0`` if the review has no names."""
        return self.names[seat] if self.names else f"Seat {seat}"

    def summary(self) -> list[list[str]]:
        """The sums over each seat's answers as rows of cells. The first row is the heading."""
        rows = [["", "Deals", "Expected" if self.laid else "Decisions", "Lost", "Lost a deal", "Made"]]
        for total in self.totals:
            of_all = f"{total.worth:.2f}" if self.laid else str(total.answers)
            each = f"{total.lost / max(1, total.deals):.2f}"
            rows.append([self.name(total.seat), str(total.deals), of_all, f"{total.lost:.2f}", each, str(total.points)])
        return rows

    def remarks(self) -> str:
        """Sentences that explain the figures; may be empty."""
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
    """The worth of an answer with two decimals. A worth close to 0 has no sign."""
    return f"{worth:.2f}" if abs(worth) >= NOTHING else "0.00"


def _laid(hands: Hands, declared: str) -> str:
    """Hands on one line, and after them the declaration, if any."""
    return "  ".join([*map(symbols, hands), *([declared] if declared else [])])


class LongReview(Protocol):
    """A review that takes so long that it reports its progress."""

    def carry_out(self, seat: Seat | None, worlds: int | None, progress: Progress | None, /) -> Review:
        """Review the game.

        Args:
            seat: the seat whose answers are judged; None for all seats.
            worlds: number of possible worlds (see `prial.study.rollouts`) in which answers are tried; None for the usual number.
            progress: called from time to time, as `Progress` says; None for no calls.
        Raises:
            PrialError: the record holds a move that the rules refuse.
        """


class Reviewer(Protocol):
    """A function that reviews games of one kind. `prial.core.kind.Kind.review` refers to it."""

    def __call__(self, game: Any, record: Record, /) -> Review | LongReview:
        """Review a game up to its last move, or return a `LongReview` that can do so.

        Args:
            game: the game with the rules of the record.
            record: the record of the game.
        Raises:
            PrialError: the record holds a move that the rules refuse.
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
    """Review a game.

    Unknown cards (``??``) are drawn at random, as `prial.core.unknown.completed` does it. A player's answers aren't judged while
    the player holds or has seen such a card.

    Args:
        game: the game with the rules of the record.
        record: the game's record.
        seat: the seat whose answers are judged; None for all seats.
        worlds: number of possible worlds in which a `LongReview` tries answers, at least 2; None for the usual number.
        progress: called from time to time by a `LongReview`, as `Progress` says; None for no calls.
        against: which opponents the answers are judged against.
    Raises:
        RulesError: the game has no `Reviewer`, or ``worlds`` is too small.
        PrialError: the record holds a move that the rules refuse, or one that depends on cards that nobody saw.
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
    """Add up the judged answers of each seat.

    Args:
        judged: the judged answers of all seats.
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
