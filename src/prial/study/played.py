"""Deals as they were played by bots, one row each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from prial.bots.bot import Bot
from prial.bots.registry import NamedBot, label, maker
from prial.core.game import Over, State
from prial.core.record import Record, written_move
from prial.core.record import write as write_record
from prial.core.registry import Named, find, handed_over
from prial.errors import RulesError, refuse
from prial.study.chunks import Chunk, Counting
from prial.study.play import play, table

CHUNK: Final = 50
"""Deals of a chunk."""
COLUMNS: Final = {
    "deal": "int64",
    "bots": "list:string",
    "gained": "list:int64",
    "winners": "list:int64",
    "settled": "string",
    "record": "string",
}
"""The columns of rows in a file, with their types as `prial.study.about.Rows` takes them."""


class PlayedDeal(msgspec.Struct, frozen=True, array_like=True):
    """One deal."""

    deal: int
    """Its number, from 0."""
    bots: tuple[str, ...]
    """Who played, by seat."""
    gained: tuple[int, ...]
    """What it brought, by seat: points; chips won and lost, where a game is played for chips."""
    winners: tuple[int, ...]
    """Who won the game by it, or would have if it ended there."""
    settled: str
    """How the deal ended, as the game has it (``last`` of the public part), in JSON."""
    record: str
    """The deal as a record, which ``prial replay`` plays again."""


def played(
    game: Named,
    rules: Mapping[str, Any],
    bots: Sequence[NamedBot],
    deals: int,
    seed: int = 1,
    counting: Counting | None = None,
) -> Iterator[list[PlayedDeal]]:
    """Play deals, each by itself from a new game.

    Args:
        game: its name, or the game.
        rules: options by name, with a preset's name under ``preset``.
        bots: who plays, by seat.
        deals: how many.
        seed: of all chance; a deal depends on it, on its number and on who plays.
        counting: how they are played; by all processors when not given. Nothing is kept of them.
    Yields:
        The deals of a chunk, in order.
    Raises:
        RulesError: unknown bots, or no deals.
        PrialError: as `Counting.each` says.
    """
    if deals < 1:
        raise RulesError(refuse("rules.number", option="deals", value=str(deals), least=1, most=10**12))
    kind = find(game)
    for bot in dict.fromkeys(bots):
        maker(kind, bot)
    playing = _Playing(kind.name, tuple(rules.items()), tuple(bots), seed)
    own = kind.name if handed_over(kind) else None
    yield from (counting or Counting()).each(playing, deals, CHUNK, list, {}, compiled=False, own=own)


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays the deals of a chunk."""

    game: str
    rules: tuple[tuple[str, Any], ...]
    bots: tuple[NamedBot, ...]
    seed: int

    def __call__(self, chunk: Chunk) -> list[PlayedDeal]:
        game = table(self.game, self.rules)
        kind, labels = find(self.game), tuple(map(label, self.bots))
        seated = [_seated(self.game, self.rules, bot) for bot in self.bots]
        rows = []
        for number in range(chunk.first, chunk.first + chunk.size):
            moves: list[tuple[Any, Any]] = []
            ends: list[Any] = [None]

            def heard(
                state: State[Any], seat: int, action: Any, moves: list[tuple[Any, Any]] = moves, ends: list[Any] = ends
            ) -> None:
                moves.append(written_move(game, state, seat, action))
                ends.append(_end(state))

            state, _ = play(game, seated, (self.seed, number), 1, heard)
            ends.append(_end(state))
            node = game.node(state)
            result = node.result if isinstance(node, Over) else game.stop(state)
            written = Record(
                prial=1, game=game.name, version=game.version, rules=dict(self.rules), seats=_names(labels), moves=moves
            )
            rows.append(
                PlayedDeal(
                    number,
                    labels,
                    result.ledger if kind.for_chips else result.scores,
                    result.winners,
                    msgspec.json.encode(next((end for end in reversed(ends) if end is not None), None)).decode(),
                    write_record(written),
                )
            )
        return rows


def _end(state: State[Any]) -> Any:
    """How the deal ended; None while it goes on, and once the next one has been agreed to."""
    return getattr(state.public, "last", None)


@cache
def _seated(game: str, rules: tuple[tuple[str, Any], ...], bot: NamedBot) -> Bot:
    return maker(game, bot)(table(game, rules))


def _names(bots: Sequence[str]) -> list[str]:
    """Names for the players of a record, where each is another one."""
    return [f"{bot} {seat}" for seat, bot in enumerate(bots)]
