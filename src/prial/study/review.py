"""A game looked back at: what each answer of a player was worth, what the best one was, and what that cost.

A game that can judge its players' answers brings a `Reviewer`. An answer is judged by what it was worth before anything was
turned up; luck doesn't come into it.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from prial.cards import Card
from prial.core.game import Game, Seat
from prial.core.record import Record
from prial.core.registry import find

NOTHING: Final = 0.005
"""Points that aren't worth a word."""

Hands = tuple[tuple[Card, ...], ...]
"""Cards as they were laid, hand by hand."""


class Judged(msgspec.Struct, frozen=True):
    """One answer of one deal."""

    deal: int
    """Counted from 1."""
    seat: Seat
    hands: Hands
    """What was laid, as it lay on the table."""
    worth: float
    """Points expected of it."""
    best: Hands
    """What would have been worth most."""
    best_worth: float
    """Points expected of that."""
    lost: float
    """Points thrown away, at least 0."""
    points: int
    """Points that the deal really brought."""
    declared: str = ""
    """What was declared with it, in words; empty for nothing."""
    best_declared: str = ""
    """What is declared with the best."""
    why: str = ""
    """Why the best is better, in a sentence; empty where nothing was lost, or where the game doesn't say."""


class Total(msgspec.Struct, frozen=True):
    """A seat's game."""

    seat: Seat
    deals: int
    worth: float
    """Points expected, all deals together."""
    lost: float
    """Points thrown away, all deals together."""
    points: int
    """Points really made."""


class Review(msgspec.Struct, frozen=True):
    """A game looked back at."""

    judged: tuple[Judged, ...]
    totals: tuple[Total, ...]
    """By seat."""
    note: str = ""
    """What the points expected hold beside the points of a deal, in a sentence; empty where they hold nothing else."""


class Reviewer(Protocol):
    """What a game brings that can review itself, as `prial.core.kind.Kind.review`."""

    def __call__(self, game: Any, record: Record, /) -> Review:
        """Look back at a game, as far as it was played.

        Args:
            game: the table that the record's rules make.
            record: the record.
        Raises:
            PrialError: the record holds a move that the rules refuse.
        """


def review(game: Game[Any, Any], record: Record) -> Review:
    """Look back at a game.

    Args:
        game: the table that the record's rules make.
        record: its record.
    Raises:
        RulesError: the game brings no review.
        PrialError: the record holds a move that the rules refuse.
    """
    reviewer: Reviewer = find(game.name).needed("review")
    return reviewer(game, record)


def totals(judged: Sequence[Judged], seats: int) -> tuple[Total, ...]:
    """What the answers of each seat come to together."""
    found = []
    for seat in range(seats):
        own = [each for each in judged if each.seat == seat]
        worth, lost = sum(each.worth for each in own), sum(each.lost for each in own)
        found.append(Total(seat, len(own), worth, lost, sum(each.points for each in own)))
    return tuple(found)
