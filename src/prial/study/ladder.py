"""Compares bots by letting each one play the same deals from every seat.

Each bot to compare is called a challenger. All other seats have copies of one bot, and are called the field. A challenger plays
each game once from each seat, with the same cards. The field's bot is also a challenger. The other challengers are compared with
it.

A challenger's total in one game, over all seats, is one observation. `LadderRow.points` is a ratio of points to deals, and
`LadderRow.points_error` is the standard error of a ratio.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.bots.bot import Bot
from prial.bots.registry import NamedBot, label, maker
from prial.core.made import ended, made
from prial.core.printed import columns
from prial.core.registry import Named, find, handed_over
from prial.drawn import table as html_table
from prial.errors import RulesError, refuse
from prial.study.chunks import Chunk, Counting
from prial.study.intervals import Share, wilson
from prial.study.play import check_most, play, table

CHUNK: Final = 20
"""Number of games after which progress is reported."""
COLUMNS: Final = {"game": "int64", "bot": "string", "points": "double", "deals": "int64", "won": "double"}
"""Name and type of each column in a file of `LadderGame` rows. `prial.study.about.Rows` takes such a mapping."""


class LadderRow(msgspec.Struct, frozen=True):
    """The result of one challenger against copies of the field's bot."""

    bot: str
    """The challenger's name."""
    deals: int
    """Number of deals played, from all seats together."""
    points: float
    """Points made per deal. In games played for chips, the chips won or lost per deal.

    Points that the bot has at the start of a game don't count. A token that the bot pays counts −1.
    """
    points_error: float
    """Standard error of `points`.

    The field's bot plays its own games with copies of itself in all seats. For this bot, `points_error` is 0 if the gains of
    all seats always add up to 0, as gains in chips do.
    """
    gain: float
    """The challenger's points or chips per deal, minus those of the field's bot in the same seats with the same cards."""
    gain_error: float
    """Standard error of `gain`."""
    won: float
    """Share of games won, 0 to 1. A win shared by two players counts one half. A game that was stopped early is won by nobody."""
    won_error: float
    """Standard error of `won`."""
    won_interval: Share
    """The share in `won` with a 95 % interval. The interval is valid even if the share is near 0 or 1.

    Each game counts as one trial, although it is played once from each seat.
    """


class LadderGame(msgspec.Struct, frozen=True, array_like=True):
    """The result of one challenger in one game, from all seats together."""

    game: int
    """The game's number, from 0. Every challenger played this game with the same cards."""
    bot: str
    """The challenger's name."""
    points: float
    """Points that the challenger made, without those that it had at the start. In games played for chips: chips won or lost."""
    deals: int
    """Number of deals played, from all seats together."""
    won: float
    """Number of times that the challenger won the game, which it played once in each seat. A win shared by two players counts one
    half."""


class Ladder(msgspec.Struct, frozen=True):
    """The result of a ladder. `print` and notebooks show it as a table; ± is the standard error of the column to the left."""

    field: str
    """Name of the bot in all other seats."""
    counts: str
    """The unit of the results: ``points`` or ``chips``."""
    games: int
    """Number of different games. Every challenger played each game from every seat."""
    seats: int
    """Number of seats."""
    standings: tuple[LadderRow, ...]
    """The result of each challenger, in the given order. The bot of the field is among them."""

    def __str__(self) -> str:
        return "\n".join(columns([self._heading(), *self._rows()]))

    def _repr_html_(self) -> str:
        return html_table(self._heading(), self._rows())

    def _heading(self) -> Sequence[str]:
        return "bot", "deals", f"{self.counts} a deal", "±", f"more than {self.field}", "±", "won"

    def _rows(self) -> list[list[str]]:
        """Return a row of cells for each challenger, to be printed below the heading."""
        return [
            [
                each.bot,
                str(each.deals),
                *[f"{value:.4f}" for value in (each.points, each.points_error, each.gain, each.gain_error)],
                str(each.won_interval),
            ]
            for each in self.standings
        ]


@explained
def ladder(  # noqa: PLR0913  # each is a setting of the ladder
    game: Named,
    rules: dict[str, Any],
    challengers: Sequence[NamedBot],
    field: NamedBot,
    games: int,
    seed: int = 1,
    counting: Counting | None = None,
    progress: Callable[[Ladder], None] | None = None,
    *,
    deals: int | None = None,
    each: Callable[[list[LadderGame]], None] | None = None,
) -> Ladder:
    """Compare bots by letting each one play the same deals from every seat, among copies of one bot.

    Args:
        game: the game, or its name.
        rules: maps each option's name to its value. The key ``preset`` takes a preset's name.
        challengers: bots to compare. Each is a bot's name or class, or a function that makes the bot.
        field: the bot in all other seats.
        games: number of different games.
        seed: seed of the random numbers. A game's cards depend only on the seed and the game's number.
        counting: how and where the games are played. None uses all processors.
        progress: called from time to time with the result so far. It can end the ladder by raising an exception.
        deals: number of deals after which a game is stopped. None plays each game to its end.
        each: called after each chunk of games, with one row for each challenger in each game of the chunk.
    Raises:
        RulesError: if one of these holds:

            * the game, a bot or an option is unknown
            * options exclude each other
            * a bot object was given instead of the bot's class
            * ``games`` or ``deals`` is below 1
        PrialError: if one of these holds:

            * a bot chooses an action that isn't allowed
            * a bot given by its name fails
            * the processes or the cluster in ``counting`` can't play the games
            * ``counting.part`` has no games
            * the folder in ``counting.keep`` has the results of another run
    """
    if isinstance(challengers, str):
        raise TypeError("its letters would be the bots")  # the decorator turns this into a sentence
    if games < 1:
        raise RulesError(refuse("rules.number", option="games", value=str(games), least=1, most=10**9))
    check_most(deals, "deals")
    kind = find(game)
    given = tuple(rules.items())
    for bot in (*challengers, field):
        maker(kind, bot)
    bots = tuple(dict.fromkeys((*challengers, field)))
    seats = table(kind.name, given).seats
    rows: list[NDArray[np.float64]] = []
    counts = "chips" if kind.for_chips else "points"
    asked = {
        "game": kind.name,
        "rules": rules,
        "bots": list(map(label, bots)),
        "field": label(field),
        "seed": seed,
        "most": deals,
    }
    playing = _Playing(kind.name, given, bots, field, seed, deals)
    own = kind.name if handed_over(kind) else None
    counting = counting or Counting()
    results = counting.each(playing, games, CHUNK, np.ndarray, asked, compiled=False, own=own)
    try:
        for chunk, result in zip(counting.chunks(games, CHUNK), results, strict=True):
            if each:
                each(_games(bots, chunk.first, result))
            rows.append(result)
            if progress:
                progress(_ladder(bots, field, seats, np.concatenate(rows), counts))
    finally:
        _bot.cache_clear()  # a bot may be a running program
    return _ladder(bots, field, seats, np.concatenate(rows), counts)


@cache
def _bot(game: str, rules: tuple[tuple[str, Any], ...], bot: NamedBot) -> Bot:
    """The bot object for a table, shared by all seats with this bot."""
    return maker(game, bot)(table(game, rules))  # shared, so that it can reuse its calculations


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays the games of a chunk."""

    game: str
    """The game's name."""
    rules: tuple[tuple[str, Any], ...]
    """Options with their values."""
    bots: tuple[NamedBot, ...]
    """The challengers."""
    field: NamedBot
    """The bot in all other seats."""
    seed: int
    """Seed of the random numbers."""
    most: int | None
    """Number of deals after which a game is stopped. If None, each game is played to its end."""

    def __call__(self, chunk: Chunk) -> NDArray[np.float64]:
        """Points, deals and wins for each game and challenger, added up over all seats. Shape (games, challengers, 3)."""
        game, rules, field = self.game, self.rules, self.field
        at_table = table(game, rules)
        rows = np.zeros((chunk.size, len(self.bots), 3))
        for row, number in zip(rows, range(chunk.first, chunk.first + chunk.size), strict=True):
            for at, bot in enumerate(self.bots):
                for seat in range(at_table.seats):
                    if bot == field and seat:
                        continue  # the field's bot sits in all seats, so that one game gives the result of every seat
                    seated = [_bot(game, rules, bot if each == seat else field) for each in range(at_table.seats)]
                    state, deals = play(at_table, seated, (self.seed, number), self.most)
                    result = ended(at_table, state)
                    counted = made(at_table, result, for_chips=find(game).for_chips)
                    if bot == field:
                        row[at] = sum(counted), deals * at_table.seats, bool(result.winners)
                    else:
                        share = (seat in result.winners) / max(1, len(result.winners))
                        row[at] += counted[seat], deals, share
        return rows


def _games(bots: Sequence[NamedBot], first: int, rows: NDArray[np.float64]) -> list[LadderGame]:
    """List the results of a chunk whose first game has the number ``first``. Shape of ``rows``: (games, challengers, 3)."""
    return [
        LadderGame(first + number, label(bot), float(points), int(deals), float(won))
        for number, game in enumerate(rows)
        for bot, (points, deals, won) in zip(bots, game, strict=True)
    ]


def _ladder(bots: Sequence[NamedBot], field: NamedBot, seats: int, rows: NDArray[np.float64], counts: str) -> Ladder:
    """The ladder's result so far. ``counts`` is ``points`` or ``chips``. Shape of ``rows``: (games, challengers, 3)."""
    games = len(rows)
    means = rows.mean(axis=0)
    rates = means[:, 0] / means[:, 1]
    # The error of a ratio is that of its residuals: each game's points minus its number of deals times the rate
    residuals = (rows[:, :, 0] - rates * rows[:, :, 1]) / means[:, 1]
    against = bots.index(field)
    spread = np.sqrt(max(games - 1, 1) * games)

    def error(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.sqrt(((values - values.mean(axis=0)) ** 2).sum(axis=0)) / spread)

    points_error, gain_error = error(residuals), error(residuals - residuals[:, [against]])
    won, won_error = means[:, 2] / seats, error(rows[:, :, 2] / seats)
    standings = [
        LadderRow(
            label(bot),
            int(rows[:, at, 1].sum()),
            float(rates[at]),
            float(points_error[at]),
            float(rates[at] - rates[against]),
            float(gain_error[at]),
            float(won[at]),
            float(won_error[at]),
            wilson(float(won[at]) * games, games),
        )
        for at, bot in enumerate(bots)
    ]
    return Ladder(label(field), counts, games, seats, tuple(standings))
