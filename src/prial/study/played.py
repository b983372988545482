"""Lets bots play many deals, and gives the result of each deal as a row of a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from prial.arguments import explained
from prial.bots.bot import Bot
from prial.bots.registry import NamedBot, label, maker
from prial.core.game import State
from prial.core.made import ended, made
from prial.core.record import Record, written_move
from prial.core.record import write as write_record
from prial.core.registry import Named, find, handed_over
from prial.errors import RulesError, refuse
from prial.study.chunks import Chunk, Counting
from prial.study.intervals import Mean, Share, mean_of, wilson
from prial.study.play import play, table

CHUNK: Final = 50
"""Number of deals that a process plays before it returns their results."""
COLUMNS: Final = {
    "deal": "int64",
    "bots": "list:string",
    "gained": "list:int64",
    "winners": "list:int64",
    "settled": "string",
    "record": "string",
}
"""Name and type of each column in a file of `PlayedDeal` rows. `prial.study.about.Rows` takes such a mapping."""


class PlayedDeal(msgspec.Struct, frozen=True, array_like=True):
    """The result of one deal."""

    deal: int
    """The deal's number, from 0."""
    bots: tuple[str, ...]
    """Name of the bot in each seat."""
    gained: tuple[int, ...]
    """Points that each seat made in this deal. In games played for chips: chips won, below 0 for a loss.

    Points at the start don't count. If players have tokens at the start, each token that is paid counts −1.
    """
    winners: tuple[int, ...]
    """Seats that won the game; empty if the deal didn't end the game."""
    settled: str
    """The end of the deal as JSON: the field ``last`` of the game's public state. It is ``null`` in games without such a
    field.
    """
    record: str
    """The deal as a record. ``prial replay`` shows it again."""


class SeatSum(msgspec.Struct, frozen=True):
    """The results of one seat in many deals."""

    seat: int
    """Number of the seat, from 0."""
    bot: str
    """Name of the bot in the seat."""
    gained: Mean
    """Points or chips that the seat gained per deal, with standard error and 95 % interval."""
    won: Share
    """Share of deals that this seat won, with a 95 % interval.

    A seat wins a deal if no other seat gained more. But if all seats gained the same, nobody wins the deal.
    """


class DealSums:
    """Adds up deals for each seat, one deal at a time. It remembers only the sums."""

    def __init__(self) -> None:
        self.deals = 0
        """Number of deals added so far."""
        self._seats: dict[int, tuple[str, int, int, int]] = {}

    def add(self, deal: PlayedDeal) -> None:
        """Add a deal. All deals must have the same bots in the same seats."""
        self.deals += 1
        for seat, (bot, gained) in enumerate(zip(deal.bots, deal.gained, strict=True)):
            _, total, squares, won = self._seats.get(seat, (bot, 0, 0, 0))
            most = min(deal.gained) < gained == max(deal.gained)
            self._seats[seat] = bot, total + gained, squares + gained**2, won + most

    def seats(self) -> tuple[SeatSum, ...]:
        """Get the results, indexed by seat; empty if no deal was added. Each deal is one observation."""
        return tuple(
            SeatSum(seat, bot, mean_of(total, squares, self.deals), wilson(won, self.deals))
            for seat, (bot, total, squares, won) in self._seats.items()
        )


@explained
def summed(deals: Iterable[PlayedDeal]) -> tuple[SeatSum, ...]:
    """Add up many deals: get each seat's mean gain and its share of deals won, with their intervals.

    Args:
        deals: deals with the same bots in the same seats, taken one at a time.
    Returns:
        The result of each seat, indexed by seat; empty if there are no deals.
    """
    sums = DealSums()
    for deal in deals:
        sums.add(deal)
    return sums.seats()


@explained
def played(
    game: Named,
    rules: Mapping[str, Any],
    bots: Sequence[NamedBot],
    deals: int,
    seed: int = 1,
    counting: Counting | None = None,
) -> Iterator[list[PlayedDeal]]:
    """Let bots play deals, each as the first deal of a new game.

    Args:
        game: the game, or its name.
        rules: maps each option's name to its value; the key ``preset`` takes a preset's name.
        bots: one bot for each seat: its name or class, or a function that makes it.
        deals: number of deals.
        seed: seed of the random numbers. A deal depends on this seed, the deal's number, the rules and the bots.
        counting: how and where the deals are played; None uses all processors. Its ``keep`` must be None.
    Yields:
        Lists of consecutive deals, in order.
    Raises:
        RulesError: if a bot is unknown, or ``deals`` is below 1.
        PrialError: if the deals can't be played where ``counting`` says.
    """
    if deals < 1:
        raise RulesError(refuse("rules.number", option="deals", value=str(deals), least=1, most=10**12))
    kind = find(game)
    for bot in bots:
        maker(kind, bot)
    playing = _Playing(kind.name, tuple(rules.items()), tuple(bots), seed)
    own = kind.name if handed_over(kind) else None
    try:
        yield from (counting or Counting()).each(playing, deals, CHUNK, list, {}, compiled=False, own=own)
    finally:
        _seated.cache_clear()  # a bot may be a running program


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays the deals of a chunk."""

    game: str
    """The game's name."""
    rules: tuple[tuple[str, Any], ...]
    """Options with their values."""
    bots: tuple[NamedBot, ...]
    """The bots, by seat."""
    seed: int
    """Seed of the random numbers."""

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
            result = ended(game, state)
            written = Record(
                prial=1, game=game.name, version=game.version, rules=dict(self.rules), seats=_names(labels), moves=moves
            )
            rows.append(
                PlayedDeal(
                    number,
                    labels,
                    made(game, result, for_chips=kind.for_chips),
                    result.winners,
                    msgspec.json.encode(next((end for end in reversed(ends) if end is not None), None)).decode(),
                    write_record(written),
                )
            )
        return rows


def _end(state: State[Any]) -> Any:
    """How the last deal ended; None during a deal, and after the players have agreed to the next one."""
    return getattr(state.public, "last", None)


@cache
def _seated(game: str, rules: tuple[tuple[str, Any], ...], bot: NamedBot) -> Bot:
    """A bot for a table. The same bot object plays every deal, so that it can reuse its calculations."""
    return maker(game, bot)(table(game, rules))


def _names(bots: Sequence[str]) -> list[str]:
    """Different names for the players of a record: each bot's name with the number of its seat."""
    return [f"{bot} {seat}" for seat, bot in enumerate(bots)]
