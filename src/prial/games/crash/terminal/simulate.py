"""``prial simulate``: many deals, counted."""

import click
from rich.table import Table
from rich.text import Text

from prial.cli.support.counting import going_on, with_counting
from prial.cli.support.rules_asked import RulesAsked, split_list, with_rules
from prial.cli.support.screen import DIM, ORDINALS, console, emit_json, print_table, ticking
from prial.games.crash import CrashGame
from prial.games.crash.study.simulate import Rate, Report, Sums, report, simulate
from prial.study.chunks import Counting


@click.command("simulate")
@with_rules(players=True, game_word=True, default="crash")
@click.option("--deals", default=10_000, show_default=True, type=click.IntRange(1), metavar="N", help="How many deals.")
@click.option("--bots", default="greedy", show_default=True, metavar="BOT,...", help="Who plays: sharp, greedy, random.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Where the shuffles come from.")
@with_counting(parts=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, deals: int, bots: str, seed: int, counting: Counting, as_json: bool) -> None:
    """Play many deals with bots and count.

    Points a deal at Crash, how often a seat wins every place (a crash), and how often each place is a stopper, each with
    its standard error. Every deal stands by itself. Ctrl-C ends it and prints what was played so far.

    \b
    prial simulate
    prial simulate --bots sharp,greedy --deals 100000
    prial simulate --preset pub --players 3 --deals 2000 --json
    prial simulate --deals 1000000000 --keep billion           broken off, it goes on
    prial simulate --deals 1000000000 --on tcp://10.0.0.5:8786    on many machines
    """  # noqa: D301  # \b is click's, and means: don't wrap
    game = asked.make()
    assert isinstance(game, CrashGame)
    named = split_list(bots) or ["greedy"]
    seated = [named[seat % len(named)] for seat in range(game.seats)]
    total: Sums | None = None
    try:
        with going_on(counting), ticking(f"{deals:,} deals", deals) as ticker:
            for sums in simulate(game, seated, deals, seed, counting):
                total = sums if total is None else total + sums
                ticker.add(sums.deals)
    except KeyboardInterrupt:
        if total is not None:
            _print(report(total, seated), as_json=as_json)
        raise
    assert total is not None
    _print(report(total, seated), as_json=as_json)


def _print(found: Report, *, as_json: bool) -> None:
    if as_json:
        emit_json(found)
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style=DIM)
    places = [ORDINALS[each.place - 1] for each in found.places]
    for heading in ("Seat", "Bot", "Points a deal", "Crashes", *places):
        table.add_column(heading, justify="left" if heading in ("Seat", "Bot") else "right", no_wrap=True)
    for seat in found.seats:
        wins = [f"{100 * place.mean:.1f} %" for place in seat.places]
        points = f"{seat.points.mean:.4f} ± {seat.points.error:.4f}"
        table.add_row(str(seat.seat), seat.bot, points, _percent(seat.crash), *wins)
    print_table(screen, table)
    screen.print()
    nobody = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in ("Place", "Stopper", "Empty"):
        nobody.add_column(heading, justify="left" if heading == "Place" else "right", no_wrap=True)
    for place in found.places:
        nobody.add_row(ORDINALS[place.place - 1], _percent(place.stopper), _percent(place.empty))
    print_table(screen, nobody)
    screen.print(Text(f"{found.deals:,} deals; ± is one standard error", DIM))


def _percent(rate: Rate) -> str:
    return f"{100 * rate.mean:.2f} ± {100 * rate.error:.2f} %"
