"""``prial odds``: how often each kind of hand is dealt, and how often a hand beats others."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import click

from prial.cards import Card, best_first, name, parse, symbols
from prial.cli.support.ranks import WILD_HELP, print_odds, ranking_of
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import console, emit_json
from prial.errors import CardError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.classes import is_class, strengths
from prial.ranks.wild import wild_name
from prial.study.odds import LEAST_CARDS, MOST_CARDS, Chances, chances, deals, left_of, odds
from prial.study.ranges import Class, beats, dealt

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
@click.option(
    "--hand", metavar="HAND", default="", help="Your own hand, to see how often it beats others: cards, or a class of hands."
)
@click.option("--against", metavar="CLASS", default="", help="The class of the other hand, such as 'a pair or better'.")
@click.option(
    "--others",
    type=click.IntRange(1, _MOST_OTHERS),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of other hands that your hand must beat.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    asked: RulesAsked,
    *,
    cards: int | None,
    wild: str | None,
    seen: str,
    hand: str,
    against: str,
    others: int,
    as_json: bool,
) -> None:
    """How often each kind of hand is dealt.

    Every hand of the pack is counted, with the ranks of the house rules. Of four or five cards the best three are kept. Cards
    that you have seen, and those of your hand, are left out. Against several other hands the result is estimated from random
    deals instead of counted.

    A class of hands is a kind of hand or a hand by its name, alone or with "or better" or "or worse" behind it; a semicolon
    stands between two classes. With a class, there is one other hand, and every deal is counted.

    \b
    prial odds
    prial odds --wild twos
    prial odds brag --cards 5 --wild "2s, one-eyed jacks"
    prial odds brag --seen "KsKdKh 2c7d9h"
    prial odds brag --seen "KsKdKh 2c7d9h" --hand QsQd4h --others 2
    prial odds brag --hand KsKd2c --against "a pair or better"
    prial odds brag --hand "pair of kings or worse" --against "flush; ace high"
    prial odds --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(asked, wild)
    own = () if is_class(hand) else parse(hand)
    if cards is None:
        cards = asked.kind.dealt(asked.make().rules)
    away = parse(seen)
    gone = _gone(own, away, cards, hand)
    compared = _compared(of, hand, own, against, others, left_of(gone), cards)
    found, whole = odds(of, cards, gone), deals(cards, len(gone))
    full = odds(of, cards) if gone else None
    if as_json:
        told: dict[str, Any] = {"cards": cards, "wild": wild_name(of.wild), "hands": whole, "categories": found}
        if full:
            told |= {"seen": [*map(name, away)], "full_pack": full}
        if compared:
            told["hand"] = compared.plain
        emit_json(told)
        return
    screen = console()
    print_odds(screen, found, ("Whole pack", {kind: each.odds for kind, each in full.items()}) if full else None)
    kept = "" if cards == LEAST_CARDS else ", the best three of which are kept"
    stand = f"; wild: {wild_name(of.wild)}" if of.wild else ""
    rest = f" from the {52 - len(gone)} cards that are left" if gone else ""
    screen.print(f"{whole:,} hands of {_NUMBERS[cards]} cards{rest}{kept}{stand}")
    if compared:
        screen.print(compared.sentence, highlight=False)


class _Compared(NamedTuple):
    """A hand compared with others."""

    plain: dict[str, Any]
    """The result for programs."""
    sentence: str
    """The result for people."""


def _compared(
    of: Ranking, hand: str, own: tuple[Card, ...], against: str, others: int, left: Sequence[Card], cards: int
) -> _Compared | None:
    """How often the person's hand beats others; None if no hand is given.

    Args:
        of: the ranking.
        hand: the hand as it was typed: cards or a class.
        own: the cards of the hand; empty if it is a class.
        against: the class of the other hand as it was typed; empty for any hand.
        others: number of other hands.
        left: the cards that others may hold.
        cards: number of cards in a hand.
    """
    if not hand.strip():
        if against:
            raise click.UsageError("--against goes with --hand.")
        return None
    classed = not own
    if others > 1 and (classed or against):
        raise click.UsageError("With a class of hands there is one other hand: --others goes with cards.")

    def read(text: str) -> tuple[Class, dict[str, Any], str]:
        """A class as strengths, for programs and in words; the latter two with its share of all hands."""
        which = strengths(of, text)
        share = dealt(of, which, left, cards)
        return which, {"class": text.strip(), "dealt": share}, f"“{text.strip()}” ({100 * share.probability:.2f} % of hands)"

    mine: Class | tuple[Card, ...] = own
    who = "one other hand" if others == 1 else f"{others} other hands together"
    if classed:
        mine, plain, words = read(hand)
        said = f"A hand of {words}"
    else:
        plain = {"cards": [*map(name, own)]}
        said = f"{symbols(best_first(own))} ({of.label(max(map(of.strength, combinations(own, 3))))})"
    plain["others"] = others
    if against:
        other, plain["against"], words = read(against)
        who += f" of {words}"
        found = beats(of, mine, other, left, cards)
    elif classed:
        found = beats(of, mine, None, left, cards)
    else:
        found = chances(of, own, [()] * others, left, cards)
    plain["chances"] = found
    return _Compared(plain, f"{said} beats {who} in {_often(found)}.")


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


def _often(found: Chances) -> str:
    """How often a hand is better, and how often it is level, in words."""
    about = "about " if found.drawn else ""
    level = f", and is level in {about}{100 * found.equal.probability:.2f} %" if found.equal.probability >= _SHOWN else ""
    return f"{about}{100 * found.better.probability:.2f} % of deals ({found.better.odds}){level}"
