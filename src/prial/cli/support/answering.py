"""``prial solve GAME --against BOT``: the best answer to a bot, found while somebody looks on, and then played against it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from prial.cli.support.screen import DIM, console, emit_json, ticking

if TYPE_CHECKING:
    from prial.study.solve.response import Duel


@dataclass(frozen=True, kw_only=True)
class Against:
    """What was asked of ``--against``."""

    bot: str
    deals: int
    seed: int


def alone(ctx: click.Context, allowed: set[str]) -> None:
    """Refuse options that say something of solving only.

    Raises:
        UsageError: one of them was given.
    """
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and parameter.name not in allowed:
            raise click.UsageError(f"{parameter.opts[0]} is for solving, and isn't used with --against.")


def answer(duel: "Duel", against: Against, plain: dict[str, Any], lines: list[str], *, unit: int, as_json: bool) -> None:
    """Find the best answer to a bot from both seats, play it, and print what it gains.

    Args:
        duel: the table.
        against: which bot, and how long to play.
        plain: what it is, for programs.
        lines: the same, for people.
        unit: chips of an ante.
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
    screen.print(Text(f"Played in {against.deals:,} deals, each from both seats; ± is one standard error.", DIM))
    screen.print(Text(f"Worked out, before it was played: {worked_out / unit:+.3f}. A better answer may gain more.", DIM))
