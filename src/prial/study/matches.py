"""Plays many games between the same bots, in several processes, and records each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from prial.arguments import explained
from prial.bots.bot import Bot, RandomBot
from prial.bots.limited import Limited
from prial.bots.registry import NamedBot, label, maker
from prial.bots.registry import names as bots_of
from prial.core.game import Game
from prial.core.given import check_game
from prial.core.record import Record, check_names
from prial.core.registry import find, handed_over, open_record
from prial.errors import RecordError, RulesError, refuse
from prial.study.chunks import Chunk, Counting
from prial.study.play import check_most, match, seeds

CHUNK: Final = 4
"""Number of games that a process plays before it returns their records."""


@explained
def matches(  # noqa: PLR0913  # each is a setting of the match
    game: Game[Any, Any],
    seated: Sequence[NamedBot],
    games: int,
    seed: int | Sequence[int] = 1,
    *,
    names: Sequence[str] | None = None,
    most: int | None = None,
    turns: bool = True,
    seconds: float | None = None,
    counting: Counting | None = None,
) -> Iterator[Record]:
    """Play many games between the same bots, and get the record of each.

    Game ``n``, counted from 0, is the game that `prial.study.play.match` plays with the seed ``(seed, n)``. New bots are made for
    every game.

    Args:
        game: the game with its rules.
        seated: a bot for each seat: its name or class, or a function that makes it. Never take a name from the network.
        games: number of games, at least 1.
        seed: seed of the random numbers: a whole number, or several.
        names: a name for each bot, in the order of ``seated``. None takes the bots' own names with numbers: ``sharp 0``.
        most: greatest number of deals of a game; None plays each game to its end.
        turns: whether each bot moves one seat further after each game.
        seconds: time that each bot has for each action; None for no limit. `prial.bots.limited.Limited` says which bots it can't
            stop in time.
        counting: how and where the games are played; None uses all processors. Its ``keep`` must be None.
    Yields:
        The records, in the order of the games. If a game fails, its error is raised after the records of earlier games.
    Raises:
        RulesError: if one of these holds:

            * there isn't a bot for each seat
            * a bot is unknown, or an object was given instead of its class
            * ``games`` or ``most`` is below 1
            * ``seconds`` isn't above 0
        RecordError: if there isn't a name for each bot, or a name can't be shown.
        PrialError: if one of these holds:

            * a bot takes too long
            * a bot chooses an action that isn't allowed
            * a bot given by its name fails (an error in a bot given as a class is raised unchanged)
            * the games can't be played where ``counting`` says
    """
    check_game(game)
    kind = find(game.name)
    if len(seated) != game.seats:
        raise RulesError(refuse("play.seated", seats=game.seats, given=len(seated)))
    if games < 1:
        raise RulesError(refuse("rules.number", option="games", value=str(games), least=1, most=10**12))
    check_most(most)
    for bot in seated:
        maker(kind, bot)
    if names is None:
        names = [f"{label(bot)} {number}" for number, bot in enumerate(seated)]
    if len(names) != game.seats:
        raise RecordError(refuse("record.seats", players=game.seats, seats=len(names)))
    check_names(names)
    if seconds is not None:
        Limited(RandomBot(), seconds)  # refuses a limit that isn't above 0
    rules = tuple(kind.schema.written(game.rules).items())
    playing = _Playing(kind.name, game.version, rules, tuple(seated), tuple(names), seeds(seed), most, turns, seconds)
    own = kind.name if handed_over(kind) else None
    chunks = (counting or Counting()).each(playing, games, CHUNK, list, {}, compiled=False, own=own)
    return (record for records in chunks for record in records)


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays the games of a chunk."""

    game: str
    """The game's name."""
    version: int
    """The version of the game."""
    rules: tuple[tuple[str, Any], ...]
    """Options with their values."""
    seated: tuple[NamedBot, ...]
    """The bots, in the order of the seats in the first game."""
    names: tuple[str, ...]
    """The name of each bot."""
    seed: tuple[int, ...]
    """Seed of the random numbers."""
    most: int | None
    """Greatest number of deals of a game."""
    turns: bool
    """Whether each bot sits one seat further in each game."""
    seconds: float | None
    """Time for each answer."""

    def __call__(self, chunk: Chunk) -> list[Record]:
        return [self._played(number) for number in range(chunk.first, chunk.first + chunk.size)]

    def _played(self, number: int) -> Record:
        """The record of one game."""
        game = _table(self.game, self.version, self.rules, len(self.seated))
        sit = [(seat - (number if self.turns else 0)) % game.seats for seat in range(game.seats)]
        bots = list[Bot]()
        try:
            for at in sit:
                bot = maker(self.game, self.seated[at])(game)
                bots.append(bot if self.seconds is None else Limited(bot, self.seconds))
            session = match(game, bots, (*self.seed, number), [self.names[at] for at in sit], self.most)
        finally:
            for bot in bots:
                _close(bot)
        known = bots_of(self.game)
        session.notes["bots"] = {str(seat): self.seated[at] for seat, at in enumerate(sit) if self.seated[at] in known}
        return session.record()


def _close(bot: Any) -> None:
    """Call the bot's method ``close``, if the bot has one."""
    close = getattr(bot.bot if isinstance(bot, Limited) else bot, "close", None)
    if callable(close):
        close()  # ends a bot that runs as a separate program


@cache
def _table(game: str, version: int, rules: tuple[tuple[str, Any], ...], seats: int) -> Game[Any, Any]:
    """Make a game object for given rules. A second call with the same arguments returns the same object."""
    header = Record(prial=1, game=game, version=version, rules=dict(rules), seats=[f"seat {seat}" for seat in range(seats)])
    return open_record(header)
