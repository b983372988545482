"""``prial solve GAME --against BOT``: finds the best response to a bot, and plays it against the bot."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from prial.cli.support.screen import DIM, console, emit_json, ticking

if TYPE_CHECKING:
    from prial.study.solve.response import Duel


@dataclass(frozen=True, kw_only=True)
class Against:
    """The values of ``--against`` and of the options that go with it."""

    bot: str
    """Name of the bot."""
    deals: int
    """Number of deals to play against it."""
    seed: int
    """Seed of their shuffles."""


def alone(ctx: click.Context, allowed: set[str]) -> None:
    """Refuse options that are only for solving.

    Args:
        ctx: the command and its options.
        allowed: names of the parameters that may be given.

    Raises:
        UsageError: another option was given.
    """
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and parameter.name not in allowed:
            raise click.UsageError(f"{parameter.opts[0]} is for solving, and isn't used with --against.")


def answer(duel: "Duel", against: Against, plain: dict[str, Any], lines: list[str], *, unit: int, as_json: bool) -> None:
    """Find the best response to a bot in both seats, play it, and print what it gains.

    Args:
        duel: the game for two players.
        against: the bot, and the deals to play against it.
        plain: facts about the game, for JSON.
        lines: the same facts, for people.
        unit: number of chips in an ante.
        as_json: whether to print JSON.
    """
    from prial.bots import registry
    from prial.study.solve.response import MOST, Answer, played

    bot = registry.maker(duel.game.name, against.bot)(duel.game)
    answers: list[Answer] = []
    with ticking(f"asking {against.bot}", 2 * MOST) as ticker:
        for seat in (0, 1):
            before = sum(each.asked for each in answers)
            answers.append(Answer(duel, bot, seat, lambda asked, before=before: ticker.at(before + asked, 2 * MOST)))  # type: ignore[misc]
    with ticking(f"{against.deals:,} deals", against.deals) as ticker:
        gain = played(answers, against.deals, against.seed, lambda done: ticker.at(done, against.deals))
    worked_out = sum(each.value for each in answers) / 2
    if as_json:
        found = {
            "gain": round(gain.mean / unit, 4),
            "error": round(gain.error / unit, 4),
            "worked_out": round(worked_out / unit, 4),
        }
        asked = {"asked": [each.asked for each in answers]}
        emit_json({**plain, "against": against.bot, "deals": against.deals, "seed": against.seed, **found, **asked})
        return
    screen = console()
    for line in lines:
        screen.print(Text(line))
    turns = sum(each.asked for each in answers)
    screen.print(Text(f"{against.bot} was asked at {turns:,} turns what it does with each hand", DIM))
    screen.print()
    screen.print(Text(f"An answer to {against.bot} gains {gain.mean / unit:+.3f} ± {gain.error / unit:.3f} antes a deal"))
    screen.print(Text(f"Played in {against.deals:,} deals, each in both seats; ± is one standard error.", DIM))
    screen.print(Text(f"Worked out, before it was played: {worked_out / unit:+.3f}. A better answer may gain more.", DIM))
