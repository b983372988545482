"""``prial odds``: how often each kind of hand is dealt."""

import click
from rich.table import Table

from prial.cli.support.house import House, with_rules
from prial.cli.support.screen import bar, console, emit_json, print_table
from prial.games.crash.settle import ranking_of
from prial.ranks.brag import ranking
from prial.ranks.wild import wild_cards
from prial.study.odds import HANDS, odds

_WIDE = 62
"""Columns from which on there is room for bars."""


@click.command("odds")
@with_rules()
@click.option("--wild", default="", metavar="CARDS", help="Cards that stand for any card: 2s,Js or twos, one-eyed jacks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(house: House, *, wild: str, as_json: bool) -> None:
    """How often each kind of hand is dealt.

    All 22,100 hands of three cards are counted, under the ranks that the rules say.

    \b
    prial odds
    prial odds --wild twos
    prial odds --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(house.make().rules)  # type: ignore[attr-defined]  # odds are of Brag's ranks, which Crash has
    if wild:
        of = ranking(of.top_prial, of.top_run, of.four_of_a_kind, wild_cards(wild))
    found = odds(of)
    if as_json:
        emit_json({"hands": HANDS, "categories": found})
        return
    screen = console()
    table = Table(box=None, pad_edge=False)
    table.add_column("Hand")
    table.add_column("Deals", justify="right")
    table.add_column("Share", justify="right")
    table.add_column("Odds", justify="right", no_wrap=True)
    wide = screen.width >= _WIDE
    if wide:
        table.add_column("")
    most = max(each.probability for each in found.values())
    for kind, each in found.items():
        share = f"{100 * each.probability:.2f} %"
        length = bar(each.probability / most, max(10, min(40, screen.width - 52)))
        table.add_row(kind.replace("_", " "), f"{each.count:,}", share, each.odds, *([length] if wide else []))
    print_table(screen, table)
    screen.print(f"{HANDS:,} hands of three cards")
