"""The ladder: bots play the same deals from every seat, so that what differs is how they play.

Each challenger sits down alone against a field of one bot, once in each seat, with the same cards dealt each time; the field's
own bot is a challenger too, and what it scores is what the others are measured against. Games are independent of each other,
so a standard error is that of a ratio of means over games; all that shares a game's cards is one observation.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.bots.bot import Bot
from prial.bots.registry import NamedBot, label, maker
from prial.core.game import Over
from prial.core.registry import Named, find, handed_over
from prial.drawn import table as html_table
from prial.errors import RulesError, refuse
from prial.study.chunks import Chunk, Counting
from prial.study.intervals import Share, wilson
from prial.study.play import play, table

CHUNK: Final = 20
"""Games of a chunk, between two reports of progress."""
COLUMNS: Final = {"game": "int64", "bot": "string", "points": "double", "deals": "int64", "won": "double"}
"""The columns of `LadderGame` in a file, with their types as `prial.study.about.Rows` takes them."""


class LadderRow(msgspec.Struct, frozen=True):
    """How one challenger did against the field."""

    bot: str
    deals: int
    """Deals played, all seats together."""
    points: float
    """Points a deal; where a game is played for chips, chips won or lost."""
    points_error: float
    """Standard error of it."""
    gain: float
    """Points a deal more than the field's own bot made of the same cards in the same seats."""
    gain_error: float
    """Standard error of it."""
    won: float
    """Share of games won, 0 to 1; a shared win counts its part, and games that are broken off are won by nobody."""
    won_error: float
    """Standard error of it."""
    won_interval: Share
    """The share with its 95 % interval, right for none and for all too; each game counts once, whatever its seats."""


class LadderGame(msgspec.Struct, frozen=True, array_like=True):
    """What one challenger made of one game, in all seats together."""

    game: int
    """Its number, from 0; the same for all challengers, who played it with the same cards."""
    bot: str
    points: float
    """Points, or chips won and lost."""
    deals: int
    won: float
    """Games won, a shared one in part; one was played in every seat."""


class Ladder(msgspec.Struct, frozen=True):
    """What a ladder came to."""

    field: str
    """Who sat in all other seats."""
    counts: str
    """What is counted: ``points`` or ``chips``."""
    games: int
    """Different games; each was played by every challenger in every seat."""
    seats: int
    standings: tuple[LadderRow, ...]
    """By challenger, in the order asked for; the field's own bot is among them."""

    def _repr_html_(self) -> str:
        heading = ("bot", "deals", f"{self.counts} a deal", "standard error", f"more than {self.field}", "standard error", "won")
        rows = [
            (
                each.bot,
                each.deals,
                *(f"{value:.4f}" for value in (each.points, each.points_error, each.gain, each.gain_error)),
                each.won_interval,
            )
            for each in self.standings
        ]
        return html_table(heading, rows)


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
    """Let bots play the same deals in every seat against a field.

    Args:
        game: its name, or the game.
        rules: options by name, with a preset's name under ``preset``.
        challengers: bots to measure, as `prial.bots.registry.maker` takes them.
        field: the bot in all other seats.
        games: how many different games.
        seed: of all chance; the result depends on it and not on who plays them.
        counting: how they are played; by all processors when not given.
        progress: called with what stands so far, from time to time. Whatever it raises ends the ladder.
        deals: deals after which a game is broken off, so that much can be seen of how each is played; None plays to the end.
        each: called with the games of a chunk once they are played, a row for each game and challenger.
    Raises:
        RulesError: unknown bots, rules that exclude each other, or no game to play.
        PrialError: as `Counting.each` says, or nothing of this part of the count is there.
    """
    if games < 1:
        raise RulesError(refuse("rules.number", option="games", value=str(games), least=1, most=10**9))
    bots = tuple(dict.fromkeys((*challengers, field)))
    kind = find(game)
    given = tuple(rules.items())
    for bot in bots:
        maker(kind, bot)
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
    for result in (counting or Counting()).each(playing, games, CHUNK, np.ndarray, asked, compiled=False, own=own):
        if each:
            each(_games(bots, sum(map(len, rows)), result))
        rows.append(result)
        if progress:
            progress(_ladder(bots, field, seats, np.concatenate(rows), counts))
    return _ladder(bots, field, seats, np.concatenate(rows), counts)


@cache
def _bot(game: str, rules: tuple[tuple[str, Any], ...], bot: NamedBot) -> Bot:
    """One bot sits in every seat it is wanted in, so that what it has worked out for a hand is kept."""
    return maker(game, bot)(table(game, rules))


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays the games of a chunk."""

    game: str
    rules: tuple[tuple[str, Any], ...]
    bots: tuple[NamedBot, ...]
    field: NamedBot
    seed: int
    most: int | None
    """Deals after which a game is broken off."""

    def __call__(self, chunk: Chunk) -> NDArray[np.float64]:
        """Points, deals and share of wins by game and challenger, summed over seats; shape (games, challengers, 3)."""
        game, rules, field = self.game, self.rules, self.field
        at_table = table(game, rules)
        rows = np.zeros((chunk.size, len(self.bots), 3))
        for row, number in zip(rows, range(chunk.first, chunk.first + chunk.size), strict=True):
            for at, bot in enumerate(self.bots):
                for seat in range(at_table.seats):
                    if bot == field and seat:
                        continue  # all seats are the field's, so that one game gives every seat
                    seated = [_bot(game, rules, bot if each == seat else field) for each in range(at_table.seats)]
                    state, deals = play(at_table, seated, (self.seed, number), self.most)
                    node = at_table.node(state)
                    result = node.result if isinstance(node, Over) else at_table.stop(state)
                    counted = result.ledger if find(game).for_chips else result.scores
                    if bot == field:
                        row[at] = sum(counted), deals * at_table.seats, bool(result.winners)
                    else:
                        share = (seat in result.winners) / max(1, len(result.winners))
                        row[at] += counted[seat], deals, share
        return rows


def _games(bots: Sequence[NamedBot], first: int, rows: NDArray[np.float64]) -> list[LadderGame]:
    """The games of a chunk, by challenger."""
    return [
        LadderGame(first + number, label(bot), float(points), int(deals), float(won))
        for number, game in enumerate(rows)
        for bot, (points, deals, won) in zip(bots, game, strict=True)
    ]


def _ladder(bots: Sequence[NamedBot], field: NamedBot, seats: int, rows: NDArray[np.float64], counts: str) -> Ladder:
    games = len(rows)
    means = rows.mean(axis=0)
    rates = means[:, 0] / means[:, 1]
    # A ratio's error is that of its residuals: what each game has above its number of deals times the rate
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
