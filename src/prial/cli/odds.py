"""``prial odds``: how often each kind of hand is dealt."""

from typing import Final

import click
from rich.table import Table

from prial.cli.support.ranks import WILD_HELP, ranking_of
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import bar, console, emit_json, print_table
from prial.ranks.wild import wild_name
from prial.study.odds import LEAST_CARDS, MOST_CARDS, deals, odds

_WIDE: Final = 62
"""Columns from which on there is room for bars."""
_NUMBERS: Final = {3: "three", 4: "four", 5: "five"}


@click.command("odds")
@with_rules(game_word=True)
@click.option(
    "--cards",
    type=click.IntRange(LEAST_CARDS, MOST_CARDS),
    metavar="N",
    show_default="as in the rules",
    help="How many are dealt, 3 to 5; the best three are kept.",
)
@click.option("--wild", metavar="CARDS", help=WILD_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, cards: int | None, wild: str | None, as_json: bool) -> None:
    """How often each kind of hand is dealt.

    Every hand of the pack is counted, under the ranks that the rules say; of four or five cards the best three are kept.

    \b
    prial odds
    prial odds --wild twos
    prial odds brag --cards 5 --wild "2s, one-eyed jacks"
    prial odds --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(asked, wild)
    if cards is None:
        cards = asked.kind.dealt(asked.make().rules)
    found, whole = odds(of, cards), deals(cards)
    if as_json:
        emit_json({"cards": cards, "wild": wild_name(of.wild), "hands": whole, "categories": found})
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
    kept = "" if cards == LEAST_CARDS else ", the best three of which are kept"
    stand = f"; wild: {wild_name(of.wild)}" if of.wild else ""
    screen.print(f"{whole:,} hands of {_NUMBERS[cards]} cards{kept}{stand}")
