"""Reviews a game: how much each answer of a player was worth, what the best answer was, and what the difference cost.

An answer is what a seat does at a decision. A game whose answers can be judged brings a `Reviewer`. An answer is judged by the
worth that could be expected before any cards were turned up, so luck plays no part. In games with laying, players lay out their
cards as several hands, and a seat gives one answer per deal. In other games it may give several, and their worth is often an
estimate with a standard error (`prial.study.rollouts`).
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from prial.bots.registry import best
from prial.cards import Card
from prial.core.game import Game, Seat
from prial.core.record import Record
from prial.core.registry import find

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
    """Other facts on which the answer depended, in a few words."""
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
    """The review of a game."""

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

    Args:
        game: the game with the rules of the record.
        record: the game's record.
        seat: the seat whose answers are judged; None for all seats.
        worlds: number of possible worlds in which a `LongReview` tries answers, at least 2; None for the usual number.
        progress: called from time to time by a `LongReview`, as `Progress` says; None for no calls.
        against: which opponents the answers are judged against.
    Raises:
        RulesError: the game has no `Reviewer`.
        PrialError: the record holds a move that the rules refuse.
        ValueError: ``worlds`` is too small.
    """
    if worlds is not None and worlds < 2:
        raise ValueError(f"a review tries answers in at least 2 worlds, not {worlds}")
    reviewer: Reviewer = find(game.name).needed("review")
    if against is Against.STRONGEST:
        record = replace(record, notes={**record.notes, "bots": dict.fromkeys(map(str, range(game.seats)), best(game.name))})
    found = reviewer(game, record)
    if not isinstance(found, Review):
        found = found.carry_out(seat, worlds, progress)
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
