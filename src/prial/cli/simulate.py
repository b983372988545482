"""``prial simulate`` for games without a command of their own: plays many deals with bots, and sums up each seat's results."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.table import Table
from rich.text import Text

from prial.bots.registry import best
from prial.cli.support.counting import going_on, with_counting
from prial.cli.support.rows import about, with_about, with_out
from prial.cli.support.rules_asked import RulesAsked, split_list, with_rules
from prial.cli.support.screen import DIM, console, emit_json, print_table, ticking
from prial.study.about import About, Rows
from prial.study.chunks import Counting
from prial.study.played import COLUMNS, DealSums, SeatSum, played


@click.command("simulate")
@with_rules(players=True, game_word=True)
@click.option("--deals", default=1_000, show_default=True, type=click.IntRange(1), metavar="N", help="Number of deals.")
@click.option(
    "--bots",
    metavar="BOT,...",
    show_default="the strongest",
    help="Bots by seat, named as in prial ladder; a list that is too short starts again.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Seed of the shuffles.")
@with_counting(parts=False)
@with_out("each deal")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    asked: RulesAsked, *, deals: int, bots: str | None, seed: int, counting: Counting, out: Path | None, as_json: bool
) -> None:
    """Play many deals with bots, and sum up the results.

    Counts each seat's gains. Prints the seat's average gain per deal, and how often the seat gains most. In games with tokens, a
    token paid counts as −1, so the seat that pays the fewest tokens gains most. Each deal is the first of a new game, so deals
    don't depend on each other. Ctrl-C ends the count and prints the result so far.

    \b
    prial simulate brag --bots canny,plain --deals 5000
    prial simulate stop_the_bus --players 3 --json
    prial simulate xap_xam --out deals.parquet
    """  # noqa: D301  # \b is click's, and means: don't wrap
    game = asked.make()
    named = split_list(bots) or [best(asked.game_name)]
    seated = [named[seat % len(named)] for seat in range(game.seats)]
    told = about(game, seed)
    sums = DealSums()
    try:
        play_deals(asked, seated, deals, seed, counting, out, told, sums.add)
    finally:
        if sums.deals:
            _print(sums.seats(), sums.deals, told, "Chips" if asked.kind.for_chips else "Points", as_json=as_json)


def play_deals(  # four arguments say what is played, four what happens with it
    asked: RulesAsked,
    bots: list[str],
    deals: int,
    seed: int,
    counting: Counting,
    out: Path | None,
    told: About,
    heard: Any,
) -> None:
    """Play deals one by one, with the game's code, and show a progress bar.

    Args:
        asked: the rules.
        bots: names of the bots, one for each seat.
        deals: number of deals.
        seed: seed of all random numbers.
        counting: the processors for the run, and the part of the run to make here.
        out: Parquet file for the deals; None for no file.
        told: facts about the run, for the Parquet file.
        heard: called with each deal (`PlayedDeal`).
    Raises:
        UsageError: if ``--keep`` was given.
    """
    rules = asked.kind.schema.written(asked.make().rules)
    if counting.keep is not None:
        raise click.UsageError("Deals that are played one by one can't be kept: leave out --keep, or --out.")
    rows = contextlib.nullcontext() if out is None else Rows(out, COLUMNS, told)
    with going_on(counting), ticking(f"{deals:,} deals", deals) as ticker, rows as file:
        for chunk in played(asked.game_name, rules, bots, deals, seed, counting):
            for deal in chunk:
                heard(deal)
            if file is not None:
                file.add(msgspec.structs.astuple(deal) for deal in chunk)
            ticker.add(len(chunk))


def _print(seats: Sequence[SeatSum], deals: int, told: About, counts: str, *, as_json: bool) -> None:
    if as_json:
        rows = [{"seat": each.seat, "bot": each.bot, **_plain(each)} for each in seats]
        emit_json(with_about({"counts": counts.lower(), "deals": deals, "seats": rows}, told))
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in ("Seat", "Bot", f"{counts} a deal", "Brought most"):
        table.add_column(heading, justify="left" if heading in ("Seat", "Bot") else "right", no_wrap=True)
    for each in seats:
        table.add_row(str(each.seat), each.bot, f"{each.gained.mean:.4f} ± {each.gained.error:.4f}", str(each.won))
    print_table(screen, table)
    screen.print(Text(f"{deals:,} deals; ± is one standard error, in brackets 95 % intervals (Wilson)", DIM))


def _plain(each: SeatSum) -> dict[str, Any]:
    """A seat's mean gain per deal and share of deals won, for JSON."""
    gained = each.gained
    return {"gained": gained.mean, "error": gained.error, "low": gained.low, "high": gained.high, "won": each.won}
