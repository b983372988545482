"""``prial solve`` for any game: solves the betting of two players, shows the progress, and prints the result."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from rich.table import Table
from rich.text import Text

from prial.cli.support.files import write_bytes
from prial.cli.support.rows import with_about
from prial.cli.support.screen import BRASS, DIM, console, emit_json, print_table, ticking

if TYPE_CHECKING:
    from prial.ranks.brag import Ranking
    from prial.study.about import About
    from prial.study.solve.cfr import Measure, Solver
    from prial.study.solve.report import Spot

_COLUMNS: Final = 7
"""Number of moves that get a column of their own in a printed strategy. The other moves share one column."""
_SEEN: Final = 0.0005
"""The smallest share (0 to 1) that is printed as a number. A smaller share is printed as a dot."""

_F = TypeVar("_F", bound=Callable[..., Any])


def solving_options(unit: str) -> Callable[[_F], _F]:
    """A decorator that adds the options of ``prial solve`` for a game with betting.

    Args:
        unit: the unit of exploitability, as the help text writes it, in capital letters: ``ANTES``.
    """
    options = [
        click.option(
            "--preset", metavar="P", help="House rules: a shipped name, one of your own, or a TOML or JSON file (`prial rules`)."
        ),
        click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change one rule; may be repeated."),
        click.option(
            "--hands",
            type=click.Choice(["places", "strengths", "classes"]),
            default="places",
            show_default=True,
            help="How finely strategies tell hands apart; 'classes' is the finest.",
        ),
        click.option(
            "--iterations",
            default=1000,
            show_default=True,
            type=click.IntRange(1),
            metavar="N",
            help="Stop after this many iterations.",
        ),
        click.option(
            "--to", default=0.002, show_default=True, type=click.FloatRange(0), metavar=unit, help="Exploitability to stop at."
        ),
        click.option(
            "--keep",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Keep the strategies in this file. If it exists, go on from there.",
        ),
        click.option(
            "--after", default="", metavar="MOVE,...", help="Print the strategy after these moves, such as 'look, call'."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    ]

    def with_options(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Facts about the game that is solved, for the report."""

    lines: Sequence[str]
    """The facts as lines, for people."""
    plain: Mapping[str, Any]
    """The facts for JSON."""
    about: "About"
    """Program, game, rules and command."""
    unit: int
    """Number of chips in one unit of the results."""
    units: str
    """Unit of the results, in the plural: ``antes``."""
    first: str
    """Used in headings: the name of the player who is seat 0 in the solved game tree, such as ``The big blind``."""
    wins: str
    """The player who is seat 0 in the solved game tree, as the subject of a sentence: ``The first to bet``."""


def one_core() -> float:
    """Limit matrix products to one thread. On a busy machine, several threads would mostly wait for each other.

    Call this function before NumPy is imported.

    Returns:
        The present time, in seconds, for the argument ``start`` of `solve`.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return perf_counter()


def solve(  # noqa: PLR0913  # each is an option of the command
    make: "Callable[[], Solver]",
    of: "Ranking",
    asked: Asked,
    after: str,
    *,
    start: float,
    iterations: int,
    to: float,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Solve the betting and print the result.

    After Ctrl-C, the result so far is printed, and kept in ``keep``.

    Args:
        make: makes the solver.
        of: the ranking of the hands.
        asked: facts about the game, for the report.
        after: moves, divided by commas. The strategy for the turn after the moves is printed. If ``after`` is empty, two
            strategies are printed. One is for the first turn, the other for the most frequent later turn that isn't played
            blind.
        start: time at which the command began, as `one_core` returned it.
        iterations: stop after this many iterations.
        to: stop at this exploitability, in the unit of ``asked``.
        keep: file for the strategies; None to keep nothing. If the file exists, the solver goes on from its strategies.
        as_json: whether to print JSON.
    Raises:
        PrialError: if no turn follows the moves in ``after``, or the file ``keep`` has no strategies of this game.
    """
    from prial.study.solve import kept
    from prial.study.solve.report import spot, usual

    hands = ", ".join(f"{name} {value}" for name, value in asked.plain.items())
    goes_on = keep is not None and keep.exists()
    if keep is not None and goes_on:
        kept.check(keep, asked.about, hands)
    solver = make()
    if keep is not None and goes_on:
        kept.load(keep, solver, asked.about, hands)
    begun = solver.iterations

    found = _Found(solver, asked, start)
    path = tuple(word.strip() for word in after.split(",")) if after else ()
    spot(solver, of, path)  # refuse moves that lead nowhere before the long work begins

    def spots() -> "list[Spot]":
        paths = [path] if after else [(), usual(solver)]
        return [spot(solver, of, each) for each in paths if each is not None]

    def end() -> None:
        if keep is not None and solver.iterations > begun:
            write_bytes(keep, kept.to_bytes(solver, asked.about, hands))
        found.print(spots(), as_json=as_json)

    most = solver.iterations + iterations
    try:
        with ticking("solving", most) as ticker:

            def watch(done: int, measure: "Measure") -> None:
                found.add(done, measure)
                ticker.at(done, most)

            solver.run(iterations, to * asked.unit, watch)
    except KeyboardInterrupt:
        found.add(solver.iterations, solver.measure())
        end()
        raise
    end()


class _Found:
    """What the solver has measured so far (the game's value and the exploitability), in the unit of the report."""

    def __init__(self, solver: "Solver", asked: Asked, start: float) -> None:
        self.solver, self.asked, self.start = solver, asked, start
        self.steps: list[dict[str, Any]] = []

    def add(self, done: int, measure: "Measure") -> None:
        """Add a measurement, in chips, that was made after ``done`` iterations."""
        lowest, highest = measure.bounds
        self.steps.append(
            {
                "iterations": done,
                "seconds": round(perf_counter() - self.start, 2),
                "value": round(measure.value / self.asked.unit, 6),
                "bounds": [floor(1e6 * lowest / self.asked.unit) / 1e6, ceil(1e6 * highest / self.asked.unit) / 1e6],
                "exploitability": round(measure.exploitability / self.asked.unit, 6),
                "nash_conv": round(measure.gap / self.asked.unit, 6),
            }
        )

    def print(self, spots: "list[Spot]", *, as_json: bool) -> None:
        """Print the report: the strategies at the turns in ``spots``, and the measurements."""
        asked, last = self.asked, self.steps[-1]
        if as_json:
            result = {**asked.plain, "turns": self.solver.tree.turns, **last, "history": self.steps, "spots": spots}
            emit_json(with_about(result, asked.about))
            return
        screen = console()
        for line in asked.lines:
            screen.print(Text(line))
        strengths, group = self.solver.hands.strengths, self.solver.told_apart
        apart = len(set(strengths.tolist()))
        told = f"{group:,} classes" if group == len(strengths) else f"{group} {'strengths' if group == apart else 'places'}"
        screen.print(Text(f"{self.solver.tree.turns:,} turns; strategies tell {told} of hands apart", DIM))
        screen.print()
        for each in spots:
            _print_spot(screen, asked, each)
        progress = Table(box=None, pad_edge=False, header_style=DIM)
        for heading in ("Iterations", "Seconds", "Value", "Exploitability", "NashConv"):
            progress.add_column(heading, justify="right", no_wrap=True)
        for number in _few(len(self.steps)):
            step = self.steps[number]
            figures = [f"{step['value']:+.4f}", f"{step['exploitability']:.5f}", f"{step['nash_conv']:.5f}"]
            progress.add_row(f"{step['iterations']:,}", f"{step['seconds']:.1f}", *figures)
        print_table(screen, progress)
        screen.print()
        does = "wins" if last["value"] > 0 else "loses"
        lowest, highest = last["bounds"]
        screen.print(
            Text(f"In {asked.units} a deal. {asked.wins} {does} {abs(last['value']):.4f} by these strategies. The value", DIM)
        )
        screen.print(
            Text(
                f"of the game lies between {floor(1e5 * lowest) / 1e5:+.5f} and {ceil(1e5 * highest) / 1e5:+.5f}: either could",
                DIM,
            )
        )
        screen.print(
            Text(f"gain {last['exploitability']:.5f} by a best response, on average of the two (half of NashConv).", DIM)
        )


def _few(count: int) -> list[int]:
    """Choose which of ``count`` lines to print: the indices 0, 1, 3, 7 and so on, and the last."""
    numbers, number = [], 1
    while number < count:
        numbers.append(number - 1)
        number *= 2
    return [*numbers, count - 1]


def _print_spot(screen: Any, asked: Asked, each: "Spot") -> None:
    who = asked.first if each.seat == 0 else "The dealer"
    when = f" after {', '.join(each.after)}" if each.after else ""
    often = f", in {100 * each.reached:.1f} % of deals" if each.after else ""
    often = ", which hardly ever happens" if each.is_seldom else often
    often = often if each.hands else ", which never happens"
    screen.print(Text(f"{who}, {'blind' if each.blind else 'open'}{when}{often}", BRASS))
    if not each.hands:
        screen.print()
        return
    names = list(each.hands[0].moves)
    shown, rest = names[:_COLUMNS], names[_COLUMNS:]
    table = Table(box=None, pad_edge=False, header_style=DIM)
    table.add_column("Hand", no_wrap=True)
    for heading in ("Share", *shown, *(["more"] if rest else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    for hand in each.hands:
        shares = [hand.moves[name] for name in shown] + ([sum(hand.moves[name] for name in rest)] if rest else [])
        table.add_row(hand.kind, _percent(hand.share), *map(_percent, shares))
    print_table(screen, table)
    screen.print()


def _percent(share: float) -> str:
    return "·" if share < _SEEN else f"{100 * share:.1f} %"
