"""Transcripts of a game: the events that one player or spectator was told, in order.

A transcript can be read without the rules, even if Prial no longer plays the transcript's version of the game.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from prial.core.game import Seat
from prial.core.record import Move, Record
from prial.core.step import Step

P = TypeVar("P")
"""The type of the public part of a game's state."""
A = TypeVar("A")
"""The type of a game's actions."""


class TranscriptLine(msgspec.Struct, frozen=True):
    """One event that the viewer was told."""

    move: int
    """Number of the move that caused the event, from 1."""
    code: str
    """The event's code: the key of its sentence in `prial.errors.catalogue`."""
    event: dict[str, Any]
    """Maps the names of the event's fields to their values."""
    text: str
    """The event in a sentence."""


class Transcript(msgspec.Struct, frozen=True, kw_only=True):
    """The events that one player or spectator was told during a game, with only the cards that this viewer was shown."""

    prial_transcript: int = 1
    """Number of the transcript's format: 1."""
    game: str
    """The game's name."""
    rules: dict[str, str | int]
    """The rules of the game: maps names of options to values. Options without a meaning under these rules are left out."""
    seats: list[str]
    """The players' names, indexed by seat."""
    viewer: Seat | None
    """The viewer's seat; None for a spectator."""
    lines: list[TranscriptLine]
    """The events, in order."""


def transcript(record: Record, rules: dict[str, str | int], moves: Iterator[Move[P, A]], viewer: Seat | None) -> Transcript:
    """Make the transcript of a game for one viewer.

    Args:
        record: the game's record.
        rules: the rules of the game, as `Schema.written <prial.core.rules.Schema.written>` gives them.
        moves: the game's moves, as `prial.core.record.replay` gives them.
        viewer: a seat, or None for a spectator.
    """
    lines = [
        TranscriptLine(move.number, told.event.code, msgspec.to_builtins(told.event), told.event.say(record.seats))
        for move in moves
        if isinstance(move.done, Step)
        for told in move.done.told
        if told.heard_by(viewer)
    ]
    return Transcript(game=record.game, rules=rules, seats=list(record.seats), viewer=viewer, lines=lines)
