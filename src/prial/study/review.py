"""A game looked back at: what each answer of a player was worth, what the best one was, and what that cost.

A game that can judge its players' answers brings a `Reviewer`. An answer is judged by what it was worth before anything was
turned up; luck doesn't come into it. Where hands are laid there is one answer a deal; elsewhere there may be several, and what
they are worth is often known to an error only (`prial.study.rollouts`).
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
"""Points that aren't worth a word."""

Hands = tuple[tuple[Card, ...], ...]
"""Cards as they were laid, hand by hand."""
Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many answers are judged, and of how many. Whatever it raises ends the review."""


class Verdict(StrEnum):
    """What is said of an answer."""

    BEST = "best"
    """Nothing was better."""
    EVEN = "even"
    """Another seems better, but by less than the error: it may be as good."""
    LOST = "lost"
    """Another was better."""


class Against(StrEnum):
    """The others against whom answers are judged."""

    SEATED = "seated"
    """Those who sat there, as far as the record's notes name bots; anybody else is taken for the strongest bot."""
    STRONGEST = "strongest"
    """The game's strongest bot in every other seat."""


class Row(msgspec.Struct, frozen=True):
    """One hand as it was laid, and the one of the best setting that lies in its place."""

    label: str
    """The hand in words."""
    wins: float
    """Chance from 0 to 1 that it wins its place."""
    best: str
    """The better setting's hand in words."""
    best_wins: float
    """Chance that this one wins the place."""


class Judged(msgspec.Struct, frozen=True):
    """One answer of one deal."""

    deal: int
    """Counted from 1."""
    seat: Seat
    hands: Hands
    """What was laid, as it lay on the table; where nothing is laid, the cards that the seat saw before it."""
    worth: float
    """Points expected of it."""
    best: Hands
    """What would have been worth most; empty where nothing is laid."""
    best_worth: float
    """Points expected of that."""
    lost: float
    """Points thrown away, at least 0."""
    points: int
    """Points that the deal really brought."""
    declared: str = ""
    """What was declared with it or, where nothing is laid, what was done, in words; empty for nothing."""
    best_declared: str = ""
    """What is declared with the best, or what is the best to do."""
    why: str = ""
    """Why the best is better, in a sentence; empty where nothing was lost, or where the game doesn't say."""
    error: float = 0.0
    """Standard error of what was thrown away; 0 where that was counted."""
    situation: str = ""
    """What else the answer hung on, in a few words."""
    rows: tuple[Row, ...] = ()
    """What was laid, place by place; empty where nothing is laid, or where something was declared in its place."""
    wins: float = 0.0
    """Where nothing is laid, how often the answer brings more than nothing: a chance from 0 to 1."""
    best_wins: float = 0.0
    """How often the best one does."""

    @property
    def verdict(self) -> Verdict:
        """What is said of it."""
        if self.lost < NOTHING and self.error < NOTHING:
            return Verdict.BEST
        return Verdict.EVEN if self.lost <= self.error else Verdict.LOST


class Total(msgspec.Struct, frozen=True):
    """A seat's game."""

    seat: Seat
    deals: int
    worth: float
    """Points expected, all answers together."""
    lost: float
    """Points thrown away, all answers together but those that are even."""
    points: int
    """Points really made in these deals."""
    answers: int
    """How many were judged."""


class Review(msgspec.Struct, frozen=True):
    """A game looked back at."""

    judged: tuple[Judged, ...]
    totals: tuple[Total, ...]
    """By seat."""
    note: str = ""
    """What the points expected hold beside the points of a deal, in a sentence; empty where they hold nothing else."""
    unit: str = "points"
    """What is counted, in the plural."""
    laid: bool = True
    """Whether hands were laid, one answer a deal; else a deal may have several, of any kind."""
    stake: float = 1.0
    """What a deal is about, in its unit, so that a loss can be called great or small: a point, or what all put in at first."""
    against: str = ""
    """Which others answers are judged against, in a sentence; empty where it isn't said."""


class LongReview(Protocol):
    """A review that takes its time."""

    def carry_out(self, seat: Seat | None, worlds: int | None, progress: Progress | None, /) -> Review:
        """Look back at the game.

        Args:
            seat: whose answers; None for everybody's.
            worlds: in how many worlds answers are tried; None for the usual number.
            progress: told how far it is.
        Raises:
            PrialError: the record holds a move that the rules refuse.
        """


class Reviewer(Protocol):
    """What a game brings that can review itself, as `prial.core.kind.Kind.review`."""

    def __call__(self, game: Any, record: Record, /) -> Review | LongReview:
        """Look back at a game, as far as it was played, or say how that is done.

        Args:
            game: the table that the record's rules make.
            record: the record.
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
    """Look back at a game.

    Args:
        game: the table that the record's rules make.
        record: its record.
        seat: whose answers; None for everybody's.
        worlds: in how many worlds a long review tries answers; None for the usual number.
        progress: told how far a long review is.
        against: the others against whom answers are judged.
    Raises:
        RulesError: the game brings no review.
        PrialError: the record holds a move that the rules refuse.
    """
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
    """What the answers of each seat come to together."""
    found = []
    for seat in range(seats):
        own = [each for each in judged if each.seat == seat]
        worth = sum(each.worth for each in own)
        lost = sum(each.lost for each in own if each.verdict is not Verdict.EVEN)
        made = {each.deal: each.points for each in own}
        found.append(Total(seat, len(made), worth, lost, sum(made.values()), len(own)))
    return tuple(found)
