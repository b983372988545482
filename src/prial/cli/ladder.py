"""``prial ladder``: compares bots on the same deals, in every seat."""

import contextlib
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.table import Table
from rich.text import Text

from prial.bots.registry import levels, names
from prial.bots.roster import Level
from prial.cli.support.counting import going_on, with_counting
from prial.cli.support.rows import about, with_about, with_out
from prial.cli.support.rules_asked import RulesAsked, split_list, with_rules
from prial.cli.support.screen import BRASS, DIM, console, emit_json, print_table, ticking
from prial.study.about import About, Rows
from prial.study.chunks import Counting
from prial.study.ladder import COLUMNS, Ladder, LadderGame, ladder

_NOTHING: Final = 1e-9
"""A standard error below this comes from rounding alone."""


@click.command("ladder")
@with_rules(players=True, game_word=True)
@click.option(
    "--bots",
    metavar="BOT,...",
    show_default="all other bots of the game",
    help="Bots to measure, by name; module:Class and cmd:COMMAND are bots of your own.",
)
@click.option("--field", metavar="BOT", show_default="the game's fair bot", help="Bot in all other seats.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), metavar="N", help="Number of different games.")
@click.option("--deals", type=click.IntRange(1), metavar="N", help="Break each game off after this many deals.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), metavar="N", help="Seed of the shuffles.")
@with_counting(parts=True)
@with_out("the result of each bot in each game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913  # one parameter for each option
    asked: RulesAsked,
    *,
    bots: str | None,
    field: str | None,
    games: int,
    deals: int | None,
    seed: int,
    counting: Counting,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other on the same deals.

    Each bot plays alone against the field: one other bot in all other seats. Each bot plays every game once in each seat. All
    bots get the same cards, so results differ only by how the bots play. Ctrl-C ends the measurement and prints the result so
    far.

    Results are points, units, chips or tokens per deal, as the game counts. Only gains and losses count, so paying a token
    counts as −1. If a game lasts until the tokens are gone, play single deals (--deals 1). In some games, such as games for
    chips, the players' results always have the same sum. If the field's bot is measured in such a game, it plays in all seats.
    So its result is always the same: ± 0.

    \b
    prial ladder
    prial ladder --bots sharp --field greedy --games 1000
    prial ladder --preset pub --players 3 --json
    prial ladder stop_the_bus --games 1000 --deals 1    the tokens paid in a single deal
    prial ladder brag --players 6 --games 200
    prial ladder --bots "cmd:./bot --fast"              a program in any language
    """  # noqa: D301  # \b is click's, and means: don't wrap
    game = asked.make()
    told = about(game, seed)
    known = names(asked.game_name)
    field = field or levels(asked.game_name)[Level.FAIR]
    challengers = split_list(bots) or [bot for bot in reversed(known) if bot != field]
    latest: list[Ladder] = []
    try:
        rows = contextlib.nullcontext() if out is None else Rows(out, COLUMNS, told)
        with going_on(counting), ticking(f"{games:,} games", games) as ticker, rows as file:

            def progress(found: Ladder) -> None:
                ticker.add(found.games - (latest[-1].games if latest else 0))
                latest.append(found)
                del latest[:-1]

            def write(played: list[LadderGame]) -> None:
                if file is not None:
                    file.add(msgspec.structs.astuple(each) for each in played)

            written = asked.kind.schema.written(game.rules)
            found = ladder(asked.game_name, written, challengers, field, games, seed, counting, progress, deals=deals, each=write)
    except KeyboardInterrupt:
        if latest:
            _print(latest[-1], told, as_json=as_json)
        raise
    _print(found, told, as_json=as_json)


def _print(found: Ladder, told: About, *, as_json: bool) -> None:
    if as_json:
        emit_json(with_about(msgspec.structs.asdict(found), told))
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style=DIM)
    table.add_column("Bot")
    won = ["Games won"] if any(each.won for each in found.standings) else []
    for heading in ("Deals", f"{found.counts.capitalize()} a deal", f"More than {found.field}", *won):
        table.add_column(heading, justify="right", no_wrap=True)
    best = max(each.points for each in found.standings)
    for each in sorted(found.standings, key=lambda standing: -standing.points):
        table.add_row(
            Text(each.bot, BRASS if each.points == best else ""),
            f"{each.deals:,}",
            f"{each.points + 0.0:.4f} ± {each.points_error:.4f}",
            f"{each.gain:+.4f} ± {each.gain_error:.4f}" if each.bot != found.field else "",
            *([str(each.won_interval)] if won else []),
        )
    print_table(screen, table)
    games = f"{found.games:,} games, each played by every bot in each of {found.seats} seats against {found.field}"
    interval = ", and games won have their 95 % interval" if won else ""
    screen.print(Text(f"{games}; ± is one standard error{interval}", DIM))
    if found.games > 1 and any(each.bot == found.field and each.points_error < _NOTHING for each in found.standings):
        screen.print(Text(f"A table of {found.field} alone makes the same sum every time, so its own figure is ± 0", DIM))
