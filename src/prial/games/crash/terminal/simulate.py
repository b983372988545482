"""``prial simulate`` for Crash: plays many deals with bots, and adds up the results."""

from pathlib import Path

import click
import msgspec
from rich.table import Table
from rich.text import Text

from prial.cli.simulate import play_deals
from prial.cli.support.counting import going_on, with_counting
from prial.cli.support.rows import about, with_about, with_out
from prial.cli.support.rules_asked import RulesAsked, split_list, with_rules
from prial.cli.support.screen import DIM, ORDINALS, console, emit_json, print_table, ticking
from prial.games.crash import CrashGame
from prial.games.crash.state import Settled
from prial.games.crash.study.simulate import Report, Sums, report, settled_sums, simulate
from prial.study.about import About
from prial.study.chunks import Counting
from prial.study.played import PlayedDeal


@click.command("simulate")
@with_rules(players=True, game_word=True, default="crash")
@click.option("--deals", default=10_000, show_default=True, type=click.IntRange(1), metavar="N", help="How many deals.")
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="BOT,...",
    help="The bots that play: sharp, greedy, random; repeated until every seat has one.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Seed of the shuffles.")
@with_counting(parts=True)
@with_out("each deal as it was played")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, deals: int, bots: str, seed: int, counting: Counting, out: Path | None, as_json: bool) -> None:
    """Play many deals with bots, and sum up the results.

    Prints each seat's points per deal, the share of crashes (a seat wins every place), and the share of places that nobody wins.
    A place that nobody wins is a stopper if the best hands are level, and empty if no hand counts. Figures have standard errors
    and 95 % intervals. Every deal starts from a score of 0. Ctrl-C ends the work and prints the result so far. With --out, deals
    are played one by one and not in batches. These deals aren't the same as in batches, so the figures differ a little.

    \b
    prial simulate
    prial simulate --bots sharp,greedy --deals 100000
    prial simulate --preset pub --players 3 --deals 2000 --json
    prial simulate --deals 1000000000 --keep billion           can be continued later
    prial simulate --deals 1000000000 --on tcp://10.0.0.5:8786    on many machines
    prial simulate --bots sharp --out deals.parquet
    """  # noqa: D301  # \b is click's, and means: don't wrap
    game = asked.make()
    assert isinstance(game, CrashGame)
    named = split_list(bots) or ["greedy"]
    seated = [named[seat % len(named)] for seat in range(game.seats)]
    told = about(game, seed)
    parts: list[Sums] = []

    def add(sums: Sums) -> None:
        parts[:] = [parts[0] + sums] if parts else [sums]

    try:
        if out is None:
            with going_on(counting), ticking(f"{deals:,} deals", deals) as ticker:
                for sums in simulate(game, seated, deals, seed, counting):
                    add(sums)
                    ticker.add(sums.deals)
        else:
            play_deals(asked, seated, deals, seed, counting, out, told, lambda deal: add(settled_sums(game, settled(deal))))
    finally:
        if parts:
            _print(report(parts[0], seated), told, as_json=as_json)


def settled(deal: PlayedDeal) -> Settled:
    """Decode the result of a deal from JSON, the form in which the deal was stored."""
    return msgspec.json.decode(deal.settled, type=Settled)


def _print(found: Report, told: About, *, as_json: bool) -> None:
    """Print a report: a table of the seats, then a table of the places that nobody won."""
    if as_json:
        emit_json(with_about(msgspec.structs.asdict(found), told))
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style=DIM)
    places = [ORDINALS[each.place - 1] for each in found.places]
    for heading in ("Seat", "Bot", "Points a deal", "Crashes", *places):
        table.add_column(heading, justify="left" if heading in ("Seat", "Bot") else "right", no_wrap=True)
    for seat in found.seats:
        wins = [f"{100 * place.mean:.1f} %" for place in seat.places]
        points = f"{seat.points.mean:.4f} ± {seat.points.error:.4f}"
        table.add_row(str(seat.seat), seat.bot, points, str(seat.crash), *wins)
    print_table(screen, table)
    screen.print()
    nobody = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in ("Place", "Stopper", "Empty"):
        nobody.add_column(heading, justify="left" if heading == "Place" else "right", no_wrap=True)
    for place in found.places:
        nobody.add_row(ORDINALS[place.place - 1], str(place.stopper), str(place.empty))
    print_table(screen, nobody)
    first = found.places[0]
    without = 1 - sum(seat.places[0].mean for seat in found.seats) - first.stopper.mean - first.empty.mean
    if number := round(found.deals * without):
        screen.print(Text(f"Without places, as they were void or won at once: {number:,} deals", DIM))
    screen.print(Text(f"{found.deals:,} deals; ± is one standard error, in brackets 95 % intervals (Wilson)", DIM))
