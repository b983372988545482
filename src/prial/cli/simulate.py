"""``prial simulate``, for games that don't bring it themselves: many deals, counted."""

import contextlib
from math import sqrt
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
from prial.study.intervals import Share, wilson
from prial.study.played import COLUMNS, PlayedDeal, played


class SeatReport(msgspec.Struct, frozen=True):
    """How one seat did."""

    seat: int
    bot: str
    gained: float
    """Points or chips a deal."""
    error: float
    """Standard error of it."""
    won: Share
    """Share of deals that brought it something, and nobody more."""


@click.command("simulate")
@with_rules(players=True, game_word=True)
@click.option("--deals", default=1_000, show_default=True, type=click.IntRange(1), metavar="N", help="How many deals.")
@click.option(
    "--bots", metavar="BOT,...", show_default="the strongest", help="Who plays, seat by seat, and again from the first."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Where the shuffles come from.")
@with_counting(parts=False)
@with_out("each deal as it was played")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    asked: RulesAsked, *, deals: int, bots: str | None, seed: int, counting: Counting, out: Path | None, as_json: bool
) -> None:
    """Play many deals with bots and count.

    What a deal brings each seat, and how often it wins. Every deal stands by itself. Ctrl-C ends it and prints what was
    played so far.

    \b
    prial simulate brag --bots canny,plain --deals 5000
    prial simulate stop_the_bus --players 3 --json
    prial simulate xap_xam --out deals.parquet
    """  # noqa: D301  # \b is click's, and means: don't wrap
    game = asked.make()
    named = split_list(bots) or [best(asked.game_name)]
    seated = [named[seat % len(named)] for seat in range(game.seats)]
    told = about(game, seed)
    sums = _Sums(game.seats)
    try:
        play_deals(asked, seated, deals, seed, counting, out, told, sums.add)
    finally:
        if sums.deals:
            _print(sums.report(seated), sums.deals, told, "Chips" if asked.kind.for_chips else "Points", as_json=as_json)


def play_deals(  # what is played, and what comes of it
    asked: RulesAsked,
    bots: list[str],
    deals: int,
    seed: int,
    counting: Counting,
    out: Path | None,
    told: About,
    heard: Any,
) -> None:
    """Play deals through the game, with a word on how far it is.

    Args:
        asked: the rules.
        bots: who plays, by seat.
        deals: how many.
        seed: of all chance.
        counting: how they are played.
        out: where they are written; None for nowhere.
        told: what that file says of itself.
        heard: called with each deal.
    """
    rules = asked.kind.schema.written(asked.make().rules)
    if counting.keep is not None:
        raise click.UsageError("What is played deal by deal isn't kept: leave --keep out, or --out.")
    rows = contextlib.nullcontext() if out is None else Rows(out, COLUMNS, told)
    with going_on(counting), ticking(f"{deals:,} deals", deals) as ticker, rows as file:
        for chunk in played(asked.game_name, rules, bots, deals, seed, counting):
            for deal in chunk:
                heard(deal)
            if file is not None:
                file.add(msgspec.structs.astuple(deal) for deal in chunk)
            ticker.add(len(chunk))


class _Sums:
    """What is added up over deals, by seat."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self._gained, self._squares, self._won = [0] * seats, [0] * seats, [0] * seats

    def add(self, deal: PlayedDeal) -> None:
        """Count a deal."""
        self.deals += 1
        for seat, gained in enumerate(deal.gained):
            self._gained[seat] += gained
            self._squares[seat] += gained**2
            self._won[seat] += gained > 0 and gained == max(deal.gained)

    def report(self, bots: list[str]) -> list[SeatReport]:
        """What it came to, by seat."""
        seats = []
        for seat, bot in enumerate(bots):
            mean = self._gained[seat] / self.deals
            error = sqrt(max(0.0, self._squares[seat] / self.deals - mean**2) / self.deals)
            seats.append(SeatReport(seat, bot, mean, error, wilson(self._won[seat], self.deals)))
        return seats


def _print(seats: list[SeatReport], deals: int, told: About, counts: str, *, as_json: bool) -> None:
    if as_json:
        emit_json(with_about({"counts": counts.lower(), "deals": deals, "seats": seats}, told))
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in ("Seat", "Bot", f"{counts} a deal", "Brought most"):
        table.add_column(heading, justify="left" if heading in ("Seat", "Bot") else "right", no_wrap=True)
    for each in seats:
        table.add_row(str(each.seat), each.bot, f"{each.gained:.4f} ± {each.error:.4f}", str(each.won))
    print_table(screen, table)
    screen.print(Text(f"{deals:,} deals; ± is one standard error, in brackets 95 % intervals (Wilson)", DIM))
