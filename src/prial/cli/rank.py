"""``prial rank``: names hands, and tells how strong they are."""

import functools
from itertools import combinations
from typing import TypeAlias

import click

from prial.cards import Card, best_first, name, parse, rank, symbols
from prial.cli.support.ranks import WILD_HELP, Ranked, print_ranked, ranking_of
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import Look, console, emit_json
from prial.errors import CardError, add_sentences, refuse
from prial.ranks.brag import FourOfAKind, Ranking

_Worth: TypeAlias = tuple[int, ...]
"""The numbers by which hands are compared: first the strength, then the ranks of the cards that were put away."""

add_sentences(
    "en",
    {
        "rank.empty": "An empty hand has no rank: a hand is three cards, such as AsAhAd.",
        "rank.cards": "{cards} is not a hand under these rules: a hand has {wanted}.",
    },
)


@click.command("rank")
@click.argument("hands", nargs=-1, required=True, metavar="[GAME] HAND...")
@with_rules()
@click.option("--wild", metavar="CARDS", help=WILD_HELP)
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, hands: tuple[str, ...], *, wild: str | None, four_colour: bool, as_json: bool) -> None:
    """Print the name and the strength of each hand.

    The hand with the greater strength wins; equal strengths tie. A hand has three cards. If the rules deal more than three cards
    for a hand, the best three of them are the hand, and the other cards are put away. If two such hands are equally strong, the
    cards that were put away decide. By some house rules, four of a kind is a hand too.

    \b
    prial rank AsAhAd "K♠ Q♠ J♠" 10d9h8c
    prial rank 3s3h3d AsAhAd --set top_prial=aces
    prial rank 4s4h4d4c --preset bouncer --json
    prial rank KsKd2s 8h7c6d --wild twos
    prial rank brag AsKsQs2d KhKdKc9s --preset four_card
    """  # noqa: D301  # \b is click's, and means: don't wrap
    hands = asked.take_game(hands)
    of, dealt = ranking_of(asked, wild), asked.kind.dealt(asked.make().rules)
    ranked: list[tuple[_Worth, tuple[Card, ...], tuple[Card, ...]]] = []
    for text in hands or ("",):
        if not text.strip():
            raise CardError(refuse("rank.empty"))
        cards = parse(text)
        if len(cards) not in {3, dealt, *([4] if of.four_of_a_kind is FourOfAKind.BEATS_ALL else [])}:
            raise CardError(refuse("rank.cards", cards=text, wanted=_wanted(dealt, of)))
        if len(cards) == dealt > 3:
            worth, cards, away = max(map(functools.partial(_split, of, cards), combinations(best_first(cards), 3)))
        else:
            worth, away = (of.strength(cards),), ()
        if not worth[0]:
            raise CardError(refuse("rank.cards", cards=text, wanted=_wanted(dealt, of)))
        ranked.append((worth, cards, away))
    if as_json:
        emit_json(
            [
                {"cards": [*map(name, cards)], "away": [*map(name, away)], "category": of.category(s).value, "strength": s}
                for (s, *_), cards, away in ranked
            ]
        )
        return
    notes = [f"without {symbols(away)}" if away else "" for _, _, away in ranked]
    shown = [Ranked(w, w[0], cards, of.label(w[0]), note) for (w, cards, _), note in zip(ranked, notes, strict=True)]
    print_ranked(Look(console(), four_colour=four_colour), shown)


def _split(of: Ranking, dealt: tuple[Card, ...], three: tuple[Card, ...]) -> tuple[_Worth, tuple[Card, ...], tuple[Card, ...]]:
    """The worth of the hand ``three``, the hand, and the cards put away, highest first."""
    away = tuple([card for card in best_first(dealt) if card not in three])
    return (of.strength(three), *map(rank, away)), three, away


def _wanted(dealt: int, of: Ranking) -> str:
    """A phrase that says how many cards a hand may have: ``three cards or four of a kind``."""
    words = ["three cards"] + ([f"{('four', 'five')[dealt - 4]} of which the best three count"] if dealt > 3 else [])
    return " or ".join(words + (["four of a kind"] if of.four_of_a_kind is FourOfAKind.BEATS_ALL else []))
