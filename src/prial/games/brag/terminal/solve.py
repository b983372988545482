"""``prial solve``: the betting of two, solved."""

import os
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import click
from rich.table import Table
from rich.text import Text

from prial.cli.support.rules_asked import RulesAsked
from prial.cli.support.screen import BRASS, DIM, console, emit_json, print_table, ticking

if TYPE_CHECKING:
    from prial.study.solve.cfr import Measure, Solver
    from prial.study.solve.report import Spot

_EVERY: Final = 20
"""Iterations between measurements."""
_COLUMNS: Final = 7
"""Moves that a table has room for; greater bets share the last column."""
_SEEN: Final = 0.0005
"""The least share that is printed."""


def _numbers(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        numbers = tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        numbers = ()
    if not numbers or numbers[0] < 1:
        raise click.BadParameter(f"{text!r} is no list of bets, as in 1,2,4")
    return numbers


@click.command("solve")
@click.argument("game", default="brag", metavar="[GAME]")
@click.option(
    "--preset", metavar="P", help="House rules: a shipped name, one of your own, or a TOML or JSON file (`prial rules`)."
)
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change one rule; may be repeated.")
@click.option(
    "--chips", default=6, show_default=True, type=click.IntRange(2), metavar="N", help="Chips each, the ante among them."
)
@click.option(
    "--ante", type=click.IntRange(1), metavar="N", show_default="as in the rules", help="Chips that each puts in first."
)
@click.option(
    "--bets", callback=_numbers, metavar="N,...", help="Only these bets, and the least and the last chips.", show_default="all"
)
@click.option(
    "--hands", type=click.Choice(["strengths", "classes"]), default="strengths", show_default=True, help="What is told apart."
)
@click.option("--iterations", default=1000, show_default=True, type=click.IntRange(1), metavar="N", help="At most so many.")
@click.option(
    "--to", default=0.002, show_default=True, type=click.FloatRange(0), metavar="ANTES", help="Exploitability to stop at."
)
@click.option("--after", default="", metavar="MOVE,...", help="Show what is done after these moves, as in 'look, bet 1'.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913  # one parameter an option
    *,
    game: str,
    preset: str | None,
    settings: tuple[str, ...],
    chips: int,
    ante: int | None,
    bets: tuple[int, ...] | None,
    hands: str,
    iterations: int,
    to: float,
    after: str,
    as_json: bool,
) -> None:
    """Work out how two should bet, and how much that could lose.

    One deal of Brag between two players with so many chips each is solved by CFR+. Its exploitability is what a player
    would gain, on average of the two, by the best response there is: one that knows all 1,755 classes of hands that differ
    by more than suits, and how often each meets each. The strategies tell apart the 741 strengths, which is an
    abstraction, or with --hands classes all that differ. A pot that would be carried counts as won, and nobody looks at
    cards or buys another purse while the other decides.

    \b
    prial solve brag
    prial solve brag --chips 5 --hands classes --to 0.001
    prial solve brag --chips 12 --bets 1,2,4 --set blind=off
    prial solve brag --after "look, bet 1" --json

    Seats are 0, who bets first, and 1, who deals. Ctrl-C ends it and shows what was found so far.
    """  # noqa: D301  # \b is click's, and means: don't wrap
    # One core: on a busy machine the threads of a matrix product wait for each other longer than they work
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from prial.games.brag import BragGame
    from prial.games.brag.hands import ranking_of
    from prial.games.brag.study.walk import walk
    from prial.study.solve.cfr import Solver
    from prial.study.solve.hands import classes
    from prial.study.solve.report import spot

    start = perf_counter()
    asked = RulesAsked(game, preset, settings)
    table = asked.make(players=2, purse=chips, length=1, **({} if ante is None else {"ante": ante}))
    assert isinstance(table, BragGame)
    of, unit = ranking_of(table.rules), table.rules.ante
    every = classes(of)
    solver = Solver(every, walk(table, bets), every.by_strength() if hands == "strengths" else None)
    found = _Found(solver, unit, start)
    paths = [tuple(word.strip() for word in after.split(","))] if after else [(), ("look",)]
    paths = [path for path in paths if after or path in solver.tree.turn]
    spot(solver, of, paths[0])  # a turn that isn't there is refused before the work
    try:
        with ticking("solving", iterations) as ticker:

            def watch(done: int, measure: "Measure") -> None:
                found.add(done, measure)
                ticker.at(done, iterations)

            solver.run(iterations, to * unit, _EVERY, watch)
    except KeyboardInterrupt:
        found.add(solver.iterations, solver.measure())
        found.print(table, bets, hands, [spot(solver, of, path) for path in paths], as_json=as_json)
        raise
    found.print(table, bets, hands, [spot(solver, of, path) for path in paths], as_json=as_json)


class _Found:
    """What is found as it goes on; chips become antes here."""

    def __init__(self, solver: "Solver", ante: int, start: float) -> None:
        self.solver, self.ante, self.start = solver, ante, start
        self.steps: list[dict[str, float]] = []

    def add(self, done: int, measure: "Measure") -> None:
        """Another measurement."""
        self.steps.append(
            {
                "iterations": done,
                "seconds": round(perf_counter() - self.start, 2),
                "value": round(measure.value / self.ante, 6),
                "exploitability": round(measure.exploitability / self.ante, 6),
                "nash_conv": round(measure.gap / self.ante, 6),
            }
        )

    def print(self, table: Any, bets: tuple[int, ...] | None, hands: str, spots: "list[Spot]", *, as_json: bool) -> None:
        """Print all of it."""
        rules, last = table.rules, self.steps[-1]
        if as_json:
            asked = {"chips": rules.purse, "ante": rules.ante, "bets": bets or "all", "hands": hands}
            emit_json({**asked, "turns": self.solver.tree.turns, **last, "history": self.steps, "spots": spots})
            return
        screen = console()
        which = "all bets" if bets is None else f"bets of {', '.join(map(str, bets))}, the least and the last chips"
        strengths = self.solver.hands.strengths
        told = f"{len(set(strengths.tolist()))} strengths" if hands == "strengths" else f"{len(strengths):,} classes"
        screen.print(
            Text(f"Brag for two, {rules.purse} chips each, ante {rules.ante}: {which}; {self.solver.tree.turns:,} turns")
        )
        screen.print(Text(f"Strategies tell {told} of hands apart", DIM))
        screen.print()
        for each in spots:
            _print_spot(screen, each, spots)
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
        screen.print(Text(f"In antes a deal. The first to bet {does} {abs(last['value']):.4f}; either could gain", DIM))
        screen.print(Text(f"{last['exploitability']:.5f} by a best response, on average of the two (half of NashConv).", DIM))


def _few(count: int) -> list[int]:
    """A few numbers below a count, doubling, the last one among them."""
    numbers, number = [], 1
    while number < count:
        numbers.append(number - 1)
        number *= 2
    return [*numbers, count - 1]


def _reached(each: "Spot", spots: "list[Spot]") -> float:
    """How often the turn before leads here; 1 where it isn't shown."""
    before = next((spot for spot in spots if each.after and spot.after == each.after[:-1]), None)
    return 1.0 if before is None else sum(hand.share * hand.moves.get(each.after[-1], 0.0) for hand in before.hands)


def _print_spot(screen: Any, each: "Spot", spots: "list[Spot]") -> None:
    who = "Who bets first" if each.seat == 0 else "The dealer"
    when = f" after {', '.join(each.after)}" if each.after else ""
    rare = ", which hardly ever happens" if _reached(each, spots) < _SEEN else ""
    rare = rare if each.hands else ", which never happens"
    screen.print(Text(f"{who}, {'blind' if each.blind else 'open'}{when}{rare}", BRASS))
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
