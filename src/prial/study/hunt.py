"""Finds out whether a player with simple habits makes more points or chips than a bot.

Each player sits alone among copies of the bot (see `prial.study.ladder`). A player's gain is what the player makes, minus what
the bot makes in the same seat with the same cards.

Among many players without skill, some win by luck. So a gain counts only if it is above a threshold, which grows with the number
of players (Bonferroni's correction).
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
"""Greatest probability that any of the players gets the verdict `Verdict.GAINS` by luck alone."""


class Verdict(StrEnum):
    """Whether a player makes more than the bot, as far as the games show."""

    LOSES = "loses"
    """The player makes less than the bot, by more than the threshold (see `threshold`)."""
    GAINS = "gains"
    """The player makes more than the bot, by more than the threshold."""
    EVEN = "even"
    """The player makes about as much as the bot: the difference is within the threshold, and its standard error is small."""
    OPEN = "open"
    """Too few games were played for any of the other verdicts."""


class Hunted(msgspec.Struct, frozen=True):
    """The result of one player, who sat alone among copies of the bot."""

    habit: str
    """The player's name."""
    verdict: Verdict
    """Whether the player makes more than the bot."""
    gain: float
    """The player's points or chips per deal, minus what the bot makes per deal in the same seats with the same cards."""
    error: float
    """Standard error of `gain`."""
    deals: int
    """Number of deals played, all seats together."""


class _Decided(Exception):  # noqa: N818  # it ends a ladder, and isn't an error
    """Raised to end a ladder early, because the verdict on the player is known."""

    def __init__(self, row: LadderRow) -> None:
        self.row = row


def threshold(players: int) -> float:
    """Get the threshold for a gain, as a number of standard errors. Only a gain above the threshold counts as more than luck.

    Args:
        players: number of players that are tested.
    """
    return NormalDist().inv_cdf(1 - CHANCE / players)


def judged(row: LadderRow, error: float, errors: float) -> Verdict:
    """Give the verdict on a player's gain.

    Args:
        row: the player's result in a ladder.
        error: limit for the player's standard error, in points or chips per deal. Above this limit, the verdict is
            `Verdict.LOSES` or `Verdict.OPEN`.
        errors: the threshold for a gain, as a number of standard errors (see `threshold`).
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
    """Test players with simple habits, one player after the other. Each player plays among copies of a bot.

    A player's test ends when the verdict is no longer `Verdict.OPEN`, or after ``games`` games.

    Args:
        game: the game's name, or the game.
        rules: maps each option's name to its value; the key ``preset`` takes a preset's name.
        habits: maps each player's name to the player: a bot's name or class, or a function that makes the bot.
        bot: the bot in all other seats.
        error: limit for a player's standard error, in points or chips per deal (see `judged`).
        games: the greatest number of games for each player.
        deals: number of deals after which a game is stopped; None plays each game to its end.
        seed: seed of the cards and all other random numbers.
        counting: how and where the games are played; None uses all processors.
        watch: called with a player's result so far, after every twenty games of the player.
    Yields:
        Each player's result, in the order of ``habits``.
    Raises:
        RulesError: as for `prial.study.ladder.ladder`: for example, if a bot is unknown.
        PrialError: as for `prial.study.ladder.ladder`: for example, if a bot chooses an action that isn't allowed.
    """
    errors = threshold(len(habits) or 1)
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
