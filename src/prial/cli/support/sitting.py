"""A game that is being played at a terminal: its state, its record on disk, the bots, and the person if there is one."""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from prial.bots.bot import BOT_NAMES, Bot
from prial.bots.registry import maker
from prial.cli.support.files import write_text
from prial.cli.support.records import OVER, person_of
from prial.core import record as core
from prial.core.game import NATURE, Chance, Decision, Event, Game, Node, Seat, Told, view
from prial.core.record import Record
from prial.core.registry import open_record
from prial.core.step import step
from prial.errors import RecordError, Refusal, add_sentences, refuse
from prial.study.replay import resume

add_sentences(
    "en",
    {
        "sitting.notes": "The notes of this record don't say who plays: {why}.",
        "sitting.own_bot": "This game is played with the bot {bot}: name it again with --bots if you trust it.",
    },
)


class Sitting:
    """One game, played move by move. Every move is on disk before anybody sees it.

    Args:
        game: the game.
        record: its record so far; the notes name the person's seat and the bots.
        path: file of the record; None for no file.
        own_bots: names (``module:Class``) of the bots outside Prial that the command line allows. A record whose notes name
            another ``module:Class`` is refused.
    """

    def __init__(self, game: Game[Any, Any], record: Record, path: Path | None, own_bots: Collection[str] = frozenset()) -> None:
        self.game, self.record, self.path, self._own_bots = game, record, path, own_bots
        self.state, self.gathered, self.heard = resume(game, record)
        self.person = person_of(record)
        self._bots = self._seated()
        self._secret = str(record.notes.get("secret", ""))
        self._seed = record.notes.get("seed")

    @classmethod
    def new(
        cls,
        game: Game[Any, Any],
        rules: dict[str, Any],
        names: Sequence[str],
        notes: dict[str, Any],
        path: Path | None,
        own_bots: Collection[str] = frozenset(),
    ) -> "Sitting":
        """Begin a new game, and save its empty record.

        Args:
            game: the game.
            rules: maps the name of each option to its value.
            names: the players' names, indexed by seat.
            notes: ``person`` (a seat; missing if only bots play), ``bots`` (maps each other seat to the name of its bot), and
                ``seed`` if there is one.
            path: file of the record; None for no file.
            own_bots: names (``module:Class``) of the bots outside Prial that the command line allows.
        Raises:
            PrialError: if ``notes`` name no bot for a seat, a bot isn't known or allowed, or the record can't be saved.
        """
        seed = notes.get("seed")
        secret = secrets.token_hex(16) if seed is None else f"seed {seed}"
        record = Record(
            prial=1, game=game.name, version=game.version, rules=rules, seats=list(names), notes={**notes, "secret": secret}
        )
        sitting = cls(game, record, path, own_bots)
        sitting.save()
        return sitting

    @classmethod
    def reopen(cls, record: Record, path: Path, own_bots: Collection[str] = frozenset()) -> "Sitting":
        """Open an unfinished game from its record.

        Args:
            record: the record.
            path: its file.
            own_bots: names (``module:Class``) of the bots outside Prial that the command line allows.
        Raises:
            PrialError: if the game can't go on from this record.
        """
        return cls(open_record(record), record, path, own_bots)

    def _seated(self) -> dict[Seat, Bot]:
        """Make the bots. The result maps each bot's seat to the bot."""
        named = self.record.notes.get("bots")
        named = named if isinstance(named, dict) else {}
        seats = [seat for seat in range(self.game.seats) if seat != self.person]
        if missing := [seat for seat in seats if not isinstance(named.get(str(seat)), str)]:
            raise RecordError(refuse("sitting.notes", why=f"there is no bot for seat {missing[0]}"))
        bots = {seat: str(named[str(seat)]) for seat in seats}
        # the record may come from a stranger, and a bot's module would run here
        if strangers := [bot for bot in bots.values() if ":" in bot and bot not in self._own_bots]:
            raise RecordError(refuse("sitting.own_bot", bot=strangers[0][:60]))
        return {seat: maker(self.game.name, bot)(self.game) for seat, bot in bots.items()}

    @property
    def node(self) -> Node:
        """The node of the present state, which says who moves."""
        return self.game.node(self.state)

    def save(self) -> None:
        """Write the record, completely or not at all."""
        if self.path is not None:
            write_text(self.path, core.write(self.record))

    def move(self, seat: Seat, action: Any) -> tuple[Told, ...] | Refusal:
        """Make a move, and save it.

        Args:
            seat: who moves.
            action: the move.
        Returns:
            The events of the move, each with the players who may see it. If the move isn't allowed, the reason.
        """
        done = step(self.game, self.state, self.gathered, seat, action)
        if isinstance(done, Refusal):
            return done
        written = core.written_move(self.game, self.state, seat, action)
        before = self.record
        self.record = msgspec.structs.replace(before, moves=[*before.moves, written])
        try:
            self.save()
        except BaseException:
            self.record = before
            raise
        self.state, self.gathered = done.state, dict(done.gathered)
        self.heard.append(done.told)
        return done.told

    def note(self, **notes: Any) -> None:
        """Write notes into the record."""
        self.record = msgspec.structs.replace(self.record, notes={**self.record.notes, **notes})
        self.save()

    def finish(self) -> None:
        """Write into the record that the game is over."""
        self.note(**{OVER: True})

    def others(self) -> tuple[Told, ...] | None:
        """Make the next move of chance or of a bot, and return its events; None if the person must decide or the game is over."""
        node = self.node
        if isinstance(node, Chance):
            told = self.move(NATURE, node.draw.sample(self._chance()))
        elif isinstance(node, Decision) and (waiting := self._waiting(node)):
            told = self.move(waiting[0], self._decide(waiting[0]))
        else:
            return None
        assert not isinstance(told, Refusal), told  # bots and chance choose among allowed moves
        return told

    def _waiting(self, node: Decision) -> list[Seat]:
        """Seats of the bots that have yet to decide."""
        return [seat for seat in node.seats if seat in self._bots and seat not in self.gathered]

    def _chance(self) -> Random:
        """The random generator for shuffles. It is made from the game's seed. Without a seed it is the system's generator."""
        return secrets.SystemRandom() if self._seed is None else self._stream("nature")

    def _decide(self, seat: Seat) -> Any:
        seen = view(self.state, seat)
        return self._bots[seat].choose(seen, self.game.choices(seen), self._stream(str(seat)))

    def _stream(self, who: str) -> Random:
        """A random generator for the present move of a seat or of ``nature``. A resumed game gets the same numbers again."""
        text = f"{self._secret}/{len(self.record.moves)}/{who}"
        return Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))

    def log(self, viewer: Seat | None) -> Iterator[Event]:
        """All events so far that a viewer may see.

        Args:
            viewer: the viewer's seat; None for a spectator.
        """
        return (told.event for move in self.heard for told in move if told.heard_by(viewer))


def seated_names(seats: int, person: Seat | None, name: str) -> list[str]:
    """The players' names, indexed by seat.

    Args:
        seats: number of seats.
        person: the person's seat; None if only bots play.
        name: the person's name; no bot gets the same name.
    """
    bots = iter([each for each in BOT_NAMES if each.casefold() != name.casefold()])
    return [name if seat == person else next(bots) for seat in range(seats)]
