"""``prial odds`` for Xập xám: how often each kind of hand, and each instant win, is dealt."""

from collections.abc import Mapping
from typing import Any

import click

from prial.cli.support.ranks import print_odds
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import console, emit_json
from prial.games.xap_xam.instants import VIETNAMESE as INSTANTS
from prial.games.xap_xam.settle import ranking_of
from prial.games.xap_xam.study.odds import CARDS, instants
from prial.games.xap_xam.study.odds import hands as hands_of
from prial.ranks.poker import VIETNAMESE as HANDS
from prial.study.odds import Odds, deals


@click.command("odds")
@with_rules(game_word=True, default="xap_xam")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, as_json: bool) -> None:
    """How often each kind of hand is dealt.

    The command counts hands of five cards and upper hands of three cards. It also counts how often a player's thirteen cards hold
    each instant win of the rules. The numbers are exact, since every possible deal is counted. Thirteen cards may hold several
    instant wins.

    \b
    prial odds xap_xam
    prial odds xap_xam --preset mau_binh
    prial odds xap_xam --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    rules = asked.make().rules
    of = ranking_of(rules)
    parts: list[tuple[str, int, str, dict[str, Odds], Mapping[Any, str]]] = [
        ("five", 5, "{} hands of five cards", hands_of(of, 5), HANDS),
        ("three", 3, "{} upper hands", hands_of(of, 3), HANDS),
    ]
    if rules.instants:
        parts.append(("instant", CARDS, "{} hands of thirteen cards", instants(rules.instants), INSTANTS))
    if as_json:
        told: dict[str, Any] = {}
        for name, cards, _, found, vietnamese in parts:
            categories = {
                kind: {"count": each.count, "probability": each.probability, "odds": each.odds, "vietnamese": vietnamese[kind]}
                for kind, each in found.items()
            }
            told[name] = {"cards": cards, "hands": deals(cards), "categories": categories}
        emit_json(told)
        return
    screen = console()
    for number, (_, cards, heading, found, vietnamese) in enumerate(parts):
        if number:
            screen.print()
        print_odds(screen, found, ("Vietnamese", vietnamese))
        screen.print(heading.format(f"{deals(cards):,}"))
