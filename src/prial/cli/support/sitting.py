"""A game as it is being played: the table, its record on disk after every move, the bots, and the person if there is one."""

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
    """One game, gone on with move by move; every move is on disk before anybody hears of it.

    Args:
        game: the table.
        record: its record so far; the notes say which seat is the person and what the bots are.
        path: where the record is kept; None keeps none.
        own_bots: bots of one's own that the person has named now. A record's notes alone load no code: they may be a stranger's.
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
        """A new game, its empty record saved.

        Args:
            game: the table.
            rules: all its options.
            names: the players, by seat.
            notes: ``person`` (a seat, or missing), ``bots`` (names by seat), perhaps ``seed``.
            path: where to keep the record.
            own_bots: bots of one's own that the person has named.
        Raises:
            PrialError: the record can't be saved.
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
        """A game that was left, as its record has it.

        Args:
            record: the record.
            path: where it is kept.
            own_bots: bots of one's own that the person has named again.
        Raises:
            PrialError: a record that can't be played.
        """
        return cls(open_record(record), record, path, own_bots)

    def _seated(self) -> dict[Seat, Bot]:
        """A bot for each seat that isn't the person's."""
        named = self.record.notes.get("bots")
        named = named if isinstance(named, dict) else {}
        seats = [seat for seat in range(self.game.seats) if seat != self.person]
        if missing := [seat for seat in seats if not isinstance(named.get(str(seat)), str)]:
            raise RecordError(refuse("sitting.notes", why=f"there is no bot for seat {missing[0]}"))
        bots = {seat: str(named[str(seat)]) for seat in seats}
        if strangers := [bot for bot in bots.values() if ":" in bot and bot not in self._own_bots]:
            raise RecordError(refuse("sitting.own_bot", bot=strangers[0][:60]))
        return {seat: maker(self.game.name, bot)(self.game) for seat, bot in bots.items()}

    @property
    def node(self) -> Node:
        """Who moves."""
        return self.game.node(self.state)

    def save(self) -> None:
        """Write the record, whole or not at all."""
        if self.path is not None:
            write_text(self.path, core.write(self.record))

    def move(self, seat: Seat, action: Any) -> tuple[Told, ...] | Refusal:
        """Make a move and keep it; gives what happened, or why it is refused."""
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
        """Write something into the record's notes."""
        self.record = msgspec.structs.replace(self.record, notes={**self.record.notes, **notes})
        self.save()

    def finish(self) -> None:
        """Note that the game is over."""
        self.note(**{OVER: True})

    def others(self) -> tuple[Told, ...] | None:
        """Let nature or the next bot move; None where the person is to decide, or nothing is left."""
        node = self.node
        if isinstance(node, Chance):
            told = self.move(NATURE, node.draw.sample(self._chance()))
        elif isinstance(node, Decision) and (waiting := self._waiting(node)):
            told = self.move(waiting[0], self._decide(waiting[0]))
        else:
            return None
        assert not isinstance(told, Refusal), told  # bots and nature choose among what is allowed
        return told

    def _waiting(self, node: Decision) -> list[Seat]:
        """The bots that have yet to decide."""
        return [seat for seat in node.seats if seat in self._bots and seat not in self.gathered]

    def _chance(self) -> Random:
        """The shuffle: from the system's entropy, unless the game has a seed."""
        return secrets.SystemRandom() if self._seed is None else self._stream("nature")

    def _decide(self, seat: Seat) -> Any:
        seen = view(self.state, seat)
        return self._bots[seat].choose(seen, self.game.choices(seen), self._stream(str(seat)))

    def _stream(self, who: str) -> Random:
        """A generator of its own for every move, so that a game gone on with plays as if it had never been left."""
        text = f"{self._secret}/{len(self.record.moves)}/{who}"
        return Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))

    def log(self, viewer: Seat | None) -> Iterator[Event]:
        """Every event that a viewer has heard so far."""
        return (told.event for move in self.heard for told in move if told.heard_by(viewer))


def seated_names(seats: int, person: Seat | None, name: str) -> list[str]:
    """The players' names by seat: the person's, and those of the bots to their left."""
    bots = iter([each for each in BOT_NAMES if each.casefold() != name.casefold()])
    return [name if seat == person else next(bots) for seat in range(seats)]
