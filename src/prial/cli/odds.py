"""``prial odds``: how often each kind of hand is dealt."""

from typing import Final

import click

from prial.cli.support.ranks import WILD_HELP, print_odds, ranking_of
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import console, emit_json
from prial.ranks.wild import wild_name
from prial.study.odds import LEAST_CARDS, MOST_CARDS, deals, odds

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
    print_odds(screen, found)
    kept = "" if cards == LEAST_CARDS else ", the best three of which are kept"
    stand = f"; wild: {wild_name(of.wild)}" if of.wild else ""
    screen.print(f"{whole:,} hands of {_NUMBERS[cards]} cards{kept}{stand}")
