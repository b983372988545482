"""``prial solve GAME --against BOT``: an answer to a bot, found while somebody looks on, and what it gains on that bot.

A game's verb takes the options from here, finds the answer itself, and hands what came of it to `tell`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.text import Text

from prial.cli.support.screen import DIM, console, emit_json, ticking
from prial.compiled import compiles
from prial.errors import PrialError, add_sentences, refuse

if TYPE_CHECKING:
    from prial.bots.bot import Bot
    from prial.study.solve.response import Answering

add_sentences(
    "en", {"answer.numba": "Trying every hand needs the compiled loops: install numba, as in pip install 'prial[fast]'."}
)

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Against:
    """The values of ``--against`` and of the options that go with it."""

    bot: str
    """Name of the bot."""
    deals: int
    """Number of deals to play against it."""
    seed: int
    """Seed of their shuffles."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """What an answer to a bot came to."""

    bot: str
    lines: Sequence[str]
    """What is played, for people."""
    plain: Mapping[str, Any]
    """What is played, for programs, and how it was measured: ``{"hands": 200, "worlds": 2000, "seed": 1}``."""
    gain: float
    """In `units` a deal."""
    error: float
    """Standard error of `gain`."""
    units: str
    """What is counted: ``points``."""
    how: Sequence[str]
    """How the answer was found and measured, for people."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else was found, for programs."""


def tell(found: Found, *, as_json: bool) -> None:
    """Print what an answer gains.

    Args:
        found: the answer.
        as_json: whether to print JSON.
    """
    measured = {"gain": round(found.gain, 4), "error": round(found.error, 4)}
    if as_json:
        emit_json({**found.plain, "against": found.bot, **measured, "units": found.units, **found.more})
        return
    screen = console()
    for line in found.lines:
        screen.print(Text(line))
    screen.print()
    screen.print(Text(f"An answer to {found.bot} gains {found.gain:+.4f} ± {found.error:.4f} {found.units} a deal"))
    if found.gain <= 0:
        screen.print(Text(f"So no answer was found that wins from {found.bot}."))
    for line in found.how:
        screen.print(Text(line, DIM))


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


def against_options(*, sampled: tuple[int, int] | None = None, deals: int | None = None) -> Callable[[_F], _F]:
    """The options of a verb that answers bots: ``--against``, ``--seed``, and how much is looked at.

    Args:
        sampled: how many ``--hands`` are looked at, and in how many ``--worlds`` each, unless somebody says otherwise.
        deals: how many ``--deals`` the answer is played in, unless somebody says otherwise.
    """
    options = [click.option("--against", metavar="BOT", help="Find an answer to this bot, and say what it gains.")]
    if sampled is not None:
        hands, worlds = sampled
        options += [
            click.option(
                "--hands", default=hands, show_default=True, type=click.IntRange(4), metavar="N", help="Hands to look at."
            ),
            click.option(
                "--worlds",
                default=worlds,
                show_default=True,
                type=click.IntRange(2),
                metavar="N",
                help="How often the others are dealt cards for each hand.",
            ),
        ]
    if deals is not None:
        options.append(
            click.option(
                "--deals", default=deals, show_default=True, type=click.IntRange(2), metavar="N", help="Deals to play it in."
            )
        )
    options.append(
        click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Where cards come from.")
    )

    def with_options(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


def whom(against: str | None, title: str, bots: Sequence[str]) -> str:
    """The bot that is answered, in a game that has nothing else to solve.

    Args:
        against: what was given.
        title: the game's.
        bots: those that can be answered.
    Raises:
        UsageError: none was given, or one that can't be answered.
    """
    able = " or ".join(bots)
    if against is None:
        raise click.UsageError(f"{title} has no betting of two to solve: say which bot to answer, --against {able}.")
    if against not in bots:
        raise click.UsageError(f"An answer to {against!r} can't be looked for at {title}: it can to {able}.")
    return against


def compiled() -> None:
    """See to it that hands can be tried by the thousand.

    Raises:
        PrialError: numba isn't there.
    """
    if not compiles():
        raise PrialError(refuse("answer.numba"))


def sampled(hands: int, worlds: int) -> list[str]:
    """How an answer was measured that is chosen and measured among worlds, for people."""
    return [
        "That is more than the bot itself makes there; ± is one standard error.",
        f"{hands:,} hands, each against the others' cards in {worlds:,} worlds: what to lay was",
        "chosen on one half of the worlds and measured on the other.",
    ]


def play(
    find: "Callable[[Bot, int, Callable[[int], None]], Answering]",
    bot: "Bot",
    against: Against,
    most: int,
) -> "tuple[list[Answering], float, float]":
    """Find an answer to a bot from both seats of a table of two, and play it.

    Args:
        find: finds it from one seat, told the bot, the seat, and whom to tell how often the bot has been asked.
        bot: who is answered.
        against: how long to play.
        most: turns of the bot at most, for the progress bar.
    Returns:
        The answers by seat, chips gained a deal, and the standard error of that.
    """
    from prial.study.solve.response import played

    answers: list[Answering] = []
    with ticking(f"asking {against.bot}", 2 * most) as ticker:
        for seat in (0, 1):
            before = sum(each.asked for each in answers)
            answers.append(find(bot, seat, lambda asked, before=before: ticker.at(before + asked, 2 * most)))  # type: ignore[misc]
    with ticking(f"{against.deals:,} deals", against.deals) as ticker:
        gain = played(answers, against.deals, against.seed, lambda done: ticker.at(done, against.deals))
    return answers, gain.mean, gain.error


def duelled(answers: "Sequence[Answering]", against: Against, unit: int) -> tuple[dict[str, Any], list[str]]:
    """What is told of an answer that was worked out and played, for programs and for people.

    Args:
        answers: by seat.
        against: whom they answer, and how long they were played.
        unit: chips that make one of what is counted.
    """
    worked_out = sum(each.value for each in answers) / 2 / unit
    turns = sum(each.asked for each in answers)
    more = {"worked_out": round(worked_out, 4), "asked": [each.asked for each in answers]}
    how = [
        f"Played in {against.deals:,} deals, each from both seats; ± is one standard error.",
        f"{against.bot} was asked at {turns:,} turns what it does with each hand.",
        f"Worked out, before it was played: {worked_out:+.3f}. A better answer may gain more.",
    ]
    return more, how
