"""Looks for a player of simple habits who gains on a bot.

A player gains on the bot by making more points or chips than the bot makes in the same seat with the same cards.

Each of many such players sits alone among copies of the bot (`prial.study.ladder`). A player whose loss is above a threshold is
given up, often after a few games. All others play until the standard error is small. A gain counts only if it is above the same
threshold, which is a number of standard errors. Among many players without skill, some look good by luck. So the threshold grows
with the number of players (Bonferroni's correction).
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from statistics import NormalDist
from typing import Any, Final

import msgspec

from prial.arguments import explained
from prial.bots.registry import NamedBot
from prial.core.registry import Named
from prial.study.chunks import Counting
from prial.study.ladder import Ladder, LadderRow, ladder

CHANCE: Final = 0.05
"""Greatest probability that luck alone gives any of the players `Verdict.GAINS`."""


class Verdict(StrEnum):
    """What is known of one player's gain on the bot."""

    LOSES = "loses"
    """The player loses: the gain is below 0 by more than the threshold (see `threshold`)."""
    GAINS = "gains"
    """The player gains: the gain is above 0 by more than the threshold."""
    EVEN = "even"
    """The gain differs from 0 by at most the threshold, and the standard error is small enough to say so."""
    OPEN = "open"
    """The games played were too few to tell whether the player gains."""


class Hunted(msgspec.Struct, frozen=True):
    """The result of one player of simple habits, who sat alone among copies of the bot."""

    habit: str
    """The player's name."""
    verdict: Verdict
    """What was found."""
    gain: float
    """The player's points or chips per deal, minus what the bot makes per deal in the same seats with the same cards."""
    error: float
    """Standard error of `gain`."""
    deals: int
    """Number of deals played, all seats together."""


class _Decided(Exception):  # noqa: N818  # it ends a ladder, and isn't an error
    """Raised to end a ladder as soon as the verdict on its player is known."""

    def __init__(self, row: LadderRow) -> None:
        self.row = row


def threshold(players: int) -> float:
    """Number of standard errors by which a gain must differ from 0 to count as more than luck.

    Args:
        players: number of players that are compared.
    """
    return NormalDist().inv_cdf(1 - CHANCE / players)


def judged(row: LadderRow, error: float, errors: float) -> Verdict:
    """The verdict on a player's gain, from the player's row of a ladder.

    Args:
        row: the player's row of the ladder.
        error: the greatest standard error, in points or chips per deal, with which the verdict can be `Verdict.GAINS` or
            `Verdict.EVEN`. With a greater standard error, the verdict is `Verdict.LOSES` or `Verdict.OPEN`.
        errors: the result of `threshold`.
    """
    if row.gain + errors * row.gain_error < 0:
        return Verdict.LOSES
    if row.gain_error > error:
        return Verdict.OPEN
    return Verdict.GAINS if row.gain > errors * row.gain_error else Verdict.EVEN


@explained
def hunt(  # noqa: PLR0913  # each is a setting of the hunt
    game: Named,
    rules: Mapping[str, Any],
    habits: Mapping[str, NamedBot],
    bot: NamedBot,
    *,
    error: float,
    games: int,
    deals: int | None = None,
    seed: int = 1,
    counting: Counting | None = None,
    watch: Callable[[Hunted], None] = lambda _: None,
) -> Iterator[Hunted]:
    """Let each player of simple habits play among copies of a bot, until it is known whether the player gains.

    Args:
        game: the game's name, or the game.
        rules: options by name, with a preset's name under ``preset``.
        habits: maps each player's name to the player, as `prial.bots.registry.maker` takes it.
        bot: the bot in all other seats.
        error: a player who doesn't lose plays on until the standard error is at most this, in points or chips per deal.
        games: the greatest number of games for each player.
        deals: a game is broken off after this number of deals; None plays to the end.
        seed: seed of all cards and chance.
        counting: how and where the games are played; None uses all processors.
        watch: called after every twenty games of a player with the player's result so far.
    Yields:
        What each player made, in the order of ``habits``.
    Raises:
        RulesError: unknown bots, or rules that exclude each other.
    """
    errors = threshold(len(habits))
    for name, habit in habits.items():

        def found(row: LadderRow, name: str = name) -> Hunted:
            return Hunted(name, judged(row, error, errors), row.gain, row.gain_error, row.deals)

        def so_far(standing: Ladder, found: Callable[[LadderRow], Hunted] = found) -> None:
            row = standing.standings[0]
            watch(found(row))
            if found(row).verdict is not Verdict.OPEN:
                raise _Decided(row)

        try:
            whole = ladder(game, dict(rules), [habit], bot, games, seed, counting, so_far, deals=deals)
        except _Decided as decided:
            yield found(decided.row)
        else:
            yield found(whole.standings[0])
