"""``prial odds``: how often each kind of hand is dealt, and how often a hand beats others."""

from itertools import combinations
from typing import Any, Final

import click

from prial.cards import Card, best_first, name, parse, symbols
from prial.cli.support.ranks import WILD_HELP, print_odds, ranking_of
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import console, emit_json
from prial.errors import CardError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.wild import wild_name
from prial.study.odds import LEAST_CARDS, MOST_CARDS, Chances, chances, deals, left_of, odds

add_sentences(
    "en",
    {
        "odds.hand": "{hand} has {given} cards, but {cards} are dealt.",
        "odds.both": "{card} can't be in the hand and seen elsewhere.",
    },
)

_NUMBERS: Final = {3: "three", 4: "four", 5: "five"}
_MOST_OTHERS: Final = 15
"""The greatest number of other hands that ``--others`` takes."""
_SHOWN: Final = 0.00005
"""The lowest probability of a tie that is printed."""


@click.command("odds")
@with_rules(game_word=True)
@click.option(
    "--cards",
    type=click.IntRange(LEAST_CARDS, MOST_CARDS),
    metavar="N",
    show_default="as in the rules",
    help="Number of cards dealt, 3 to 5; the best three are kept.",
)
@click.option("--wild", metavar="CARDS", help=WILD_HELP)
@click.option("--seen", metavar="CARDS", default="", help="Cards that you have seen, and that can't be dealt.")
@click.option("--hand", metavar="CARDS", default="", help="Your own hand, to see how often it beats others.")
@click.option(
    "--others",
    type=click.IntRange(1, _MOST_OTHERS),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of other hands that your hand must beat.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, cards: int | None, wild: str | None, seen: str, hand: str, others: int, as_json: bool) -> None:
    """How often each kind of hand is dealt.

    Every hand of the pack is counted, with the ranks of the house rules. Of four or five cards the best three are kept. Cards
    that you have seen, and those of your hand, are left out. Against several other hands the result is estimated from random
    deals instead of counted.

    \b
    prial odds
    prial odds --wild twos
    prial odds brag --cards 5 --wild "2s, one-eyed jacks"
    prial odds brag --seen "KsKdKh 2c7d9h"
    prial odds brag --seen "KsKdKh 2c7d9h" --hand QsQd4h --others 2
    prial odds --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of, own = ranking_of(asked, wild), parse(hand)
    if cards is None:
        cards = asked.kind.dealt(asked.make().rules)
    away = parse(seen)
    gone = _gone(own, away, cards, hand)
    found, whole = odds(of, cards, gone), deals(cards, len(gone))
    full = odds(of, cards) if gone else None
    beats = chances(of, own, [()] * others, left_of(gone), cards) if own else None
    if as_json:
        told: dict[str, Any] = {"cards": cards, "wild": wild_name(of.wild), "hands": whole, "categories": found}
        if full:
            told |= {"seen": [*map(name, away)], "full_pack": full}
        if beats:
            told["hand"] = {"cards": [*map(name, own)], "others": others, "chances": beats}
        emit_json(told)
        return
    screen = console()
    print_odds(screen, found, ("Whole pack", {kind: each.odds for kind, each in full.items()}) if full else None)
    kept = "" if cards == LEAST_CARDS else ", the best three of which are kept"
    stand = f"; wild: {wild_name(of.wild)}" if of.wild else ""
    rest = f" from the {52 - len(gone)} cards that are left" if gone else ""
    screen.print(f"{whole:,} hands of {_NUMBERS[cards]} cards{rest}{kept}{stand}")
    if beats:
        screen.print(_told(of, own, others, beats), highlight=False)


def _gone(own: tuple[Card, ...], away: tuple[Card, ...], cards: int, hand: str) -> frozenset[Card]:
    """The cards that nobody else can be dealt.

    Args:
        own: the person's hand; may be empty.
        away: other cards that the person has seen.
        cards: number of cards dealt.
        hand: the hand as it was typed.
    Raises:
        CardError: the hand doesn't have that number of cards, or a card is both in the hand and among the other cards seen.
    """
    if own and len(own) != cards:
        raise CardError(refuse("odds.hand", hand=hand.strip(), given=len(own), cards=cards))
    if twice := set(own) & set(away):
        raise CardError(refuse("odds.both", card=name(max(twice))))
    return frozenset(own + away)


def _told(of: Ranking, own: tuple[Card, ...], others: int, beats: Chances) -> str:
    """A sentence that says how often a hand beats the other hands."""
    who = "one other hand" if others == 1 else f"{others} other hands together"
    about = "about " if beats.drawn else ""
    level = f", and is level in {about}{100 * beats.equal.probability:.2f} %" if beats.equal.probability >= _SHOWN else ""
    label = of.label(max(map(of.strength, combinations(own, 3))))
    better = f"{about}{100 * beats.better.probability:.2f} % of deals ({beats.better.odds})"
    return f"{symbols(best_first(own))} ({label}) beats {who} in {better}{level}."
