"""``prial rank`` for Xập xám: the names and the strengths of hands of five and of three cards."""

import click

from prial.cards import name, parse
from prial.cli.support.ranks import Ranked, print_ranked
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import Look, console, emit_json
from prial.errors import CardError, refuse
from prial.games.xap_xam.settle import ranking_of
from prial.ranks.poker import VIETNAMESE


@click.command("rank")
@click.argument("hands", nargs=-1, required=True, metavar="xap_xam HAND...")
@with_rules(default="xap_xam")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, hands: tuple[str, ...], *, four_colour: bool, as_json: bool) -> None:
    """Print the name and the strength of each hand.

    A greater strength beats a smaller one, and equal strengths are level. A hand has five cards, or the three cards of an upper
    hand. The strengths of hands of five cards and of three cards are on one scale.

    \b
    prial rank xap_xam AsKs9s7s4s QdQc8d6c3d Jc5d2d
    prial rank xap_xam As2h3d4c5s 9sThJdQcKs --set wheel=second_highest
    prial rank xap_xam "9♠ 9♥ 9♦ K♠ K♥" --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(asked.make().rules)
    found = [parse(text) for text in asked.take_game(hands)]
    if () in found or not found:
        raise CardError(refuse("poker.size", cards="Nothing"))
    ranked = [(cards, strength, of.category(strength)) for cards, strength in zip(found, map(of.strength, found), strict=True)]
    if as_json:
        emit_json(
            [
                {"cards": [*map(name, cards)], "category": kind.value, "vietnamese": VIETNAMESE[kind], "strength": strength}
                for cards, strength, kind in ranked
            ]
        )
        return
    shown = [Ranked(strength, strength, cards, f"{of.label(strength)} ({VIETNAMESE[kind]})") for cards, strength, kind in ranked]
    print_ranked(Look(console(), four_colour=four_colour), shown)
