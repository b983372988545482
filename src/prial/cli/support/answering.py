"""``prial solve GAME --against BOT``: looks for a strategy that wins much from a bot, and prints how much it wins.

Such a strategy is called an answer to the bot.

Each game's own ``solve`` command finds the answer. This module has the options, and prints the result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.text import Text

from prial.cli.support.rows import about, with_about
from prial.cli.support.screen import DIM, console, emit_json, ticking
from prial.compiled import compiles
from prial.errors import PrialError, add_sentences, refuse

if TYPE_CHECKING:
    from prial.bots.bot import Bot
    from prial.core.game import Game
    from prial.study.solve.response import Answering

add_sentences("en", {"answer.numba": "Trying every hand needs numba: install it, as in pip install 'prial[fast]'."})

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Against:
    """The values of ``--against`` and of the options that go with it."""

    bot: str
    """Name of the bot."""
    deals: int
    """Number of deals in which the answer (the strategy that was found) is tested against the bot."""
    seed: int
    """Seed of the shuffles when the answer (the strategy that was found) is tested against the bot."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """The result of a search for an answer to a bot (a strategy made to win against the bot).

    It tells what the answer gains, and how the answer was found.
    """

    game: "Game[Any, Any]"
    """The game with its rules."""
    bot: str
    """The bot's name."""
    lines: Sequence[str]
    """Lines to print: they say what game is played."""
    seed: int
    """Seed of all random numbers."""
    plain: Mapping[str, Any]
    """Facts about the game and the measurement, for the JSON output: ``{"players": 2, "hands": 200, "worlds": 2000}``."""
    gain: float
    """The mean gain per deal, in `units`: how much more the answer wins than the bot itself would win in the answer's seat."""
    error: float
    """Standard error of `gain`."""
    units: str
    """Unit of `gain` and `error`, such as ``points``."""
    how: Sequence[str]
    """Lines to print: they say how the answer was found and measured."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further results, for programs."""


def tell(found: Found, *, as_json: bool) -> None:
    """Print how much a strategy gains against a bot: how much more it wins than the bot itself would win in the same seat.

    Args:
        found: the strategy and its gain.
        as_json: whether to print JSON.
    """
    measured = {"gain": round(found.gain, 4), "error": round(found.error, 4)}
    if as_json:
        result = {**found.plain, "seed": found.seed, "against": found.bot, **measured, "units": found.units, **found.more}
        emit_json(with_about(result, about(found.game, found.seed)))
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
    """Refuse every option that ``--against`` doesn't allow.

    Args:
        ctx: the command and its options.
        allowed: names of the parameters that may be given together with ``--against``.

    Raises:
        UsageError: if another option was given.
    """
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and parameter.name not in allowed:
            raise click.UsageError(f"{parameter.opts[0]} is for solving, and isn't used with --against.")


def against_options(*, sampled: tuple[int, int] | None = None, deals: int | None = None) -> Callable[[_F], _F]:
    """A decorator that adds ``--against`` and ``--seed`` to a command, and further options if their defaults are given.

    Args:
        sampled: the defaults of ``--hands`` and ``--worlds``, in this order; None adds neither option.
        deals: the default of ``--deals``; None doesn't add this option.
    """
    options = [
        click.option("--against", metavar="BOT", help="Look for a strategy that beats this bot, and print how much it wins.")
    ]
    if sampled is not None:
        hands, worlds = sampled
        options += [
            click.option(
                "--hands", default=hands, show_default=True, type=click.IntRange(4), metavar="N", help="Number of hands to try."
            ),
            click.option(
                "--worlds",
                default=worlds,
                show_default=True,
                type=click.IntRange(2),
                metavar="N",
                help="How many times the other players are dealt cards for each hand.",
            ),
        ]
    if deals is not None:
        options.append(
            click.option(
                "--deals",
                default=deals,
                show_default=True,
                type=click.IntRange(2),
                metavar="N",
                help="Number of deals that this strategy plays against the bot.",
            )
        )
    options.append(
        click.option(
            "--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Seed of the random deals."
        )
    )

    def with_options(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


def whom(against: str | None, title: str, bots: Sequence[str]) -> str:
    """Check that ``--against`` names a bot against which a strategy can be found, and return the bot's name.

    Args:
        against: value of ``--against``; None if it wasn't given.
        title: title of the game.
        bots: names of the bots against which a strategy can be found.
    Raises:
        UsageError: if no bot was given, or the bot isn't in ``bots``.
    """
    able = " or ".join(bots)
    if against is None:
        raise click.UsageError(f"{title} has no betting of two to solve: say which bot to answer, --against {able}.")
    if against not in bots:
        raise click.UsageError(f"An answer to {against!r} can't be looked for at {title}: it can to {able}.")
    return against


def compiled() -> None:
    """Check that the package numba is installed. Numba compiles the code that tries thousands of hands to find a strategy.

    Raises:
        PrialError: if numba isn't installed.
    """
    if not compiles():
        raise PrialError(refuse("answer.numba"))


def sampled(hands: int, worlds: int) -> list[str]:
    """Lines that tell people how an answer was chosen and how its gain was measured.

    Args:
        hands: number of hands that were tried.
        worlds: for each hand, the number of random deals to the other players.
    """
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
    seats: int = 2,
) -> "tuple[list[Answering], float, float]":
    """Find an answer to a bot (a strategy against the bot) for each seat, and test the answers against the bot.

    Args:
        find: function that finds the answer for one seat. Its arguments are the bot, the seat, and a function to report at how
            many turns the bot has been asked for its move so far.
        bot: the bot.
        against: the number of deals to play, and their seed.
        most: greatest number of turns at which ``find`` asks the bot, for one seat.
        seats: the number of seats at the table. The answer has one seat, and the bot has all others.
    Returns:
        The answer for each seat, the chips that the answers gain per deal, and the standard error of this gain.
    """
    from prial.study.solve.response import played

    answers: list[Answering] = []
    with ticking(f"asking {against.bot}", seats * most) as ticker:
        for seat in range(seats):
            before = sum(each.asked for each in answers)
            answers.append(find(bot, seat, lambda asked, before=before: ticker.at(before + asked, seats * most)))  # type: ignore[misc]
    with ticking(f"{against.deals:,} deals", against.deals) as ticker:
        gain = played(answers, against.deals, against.seed, lambda done: ticker.at(done, against.deals))
    return answers, gain.mean, gain.error


def duelled(answers: "Sequence[Answering]", against: Against, unit: int) -> tuple[dict[str, Any], list[str]]:
    """Report on the answers to a bot (strategies against the bot) and on their test.

    Args:
        answers: the answer for each seat.
        against: the bot, and the number of deals in the test.
        unit: number of chips in one unit of the printed gain, such as an ante.
    Returns:
        An object for programs, and lines for people.
    """
    worked_out = sum(each.value for each in answers) / len(answers) / unit
    turns = sum(each.asked for each in answers)
    more = {"worked_out": round(worked_out, 4), "asked": [each.asked for each in answers]}
    how = [
        f"Played in {against.deals:,} deals, each from every seat; ± is one standard error.",
        f"{against.bot} was asked at {turns:,} turns what it does with each hand.",
        f"Worked out, before it was played: {worked_out:+.3f}. A better answer may gain more.",
    ]
    return more, how
