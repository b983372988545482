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
from prial.ranks.classes import is_class, strengths, weights
from prial.ranks.wild import wild_name
from prial.study.odds import SAMPLES, Chances, Odds, deals, dealt, equities, left_of, odds
from prial.study.ranges import LEAST_CARDS, MOST_CARDS, Held

add_sentences(
    "en",
    {
        "odds.hand": "{hand} has {given} cards, but {cards} are dealt.",
        "odds.both": "{card} can't lie in two places.",
    },
)

_NUMBERS: Final = {3: "three", 4: "four", 5: "five"}
_MOST_OTHERS: Final = 15
"""The greatest number of other hands that ``--others`` takes."""
_MOST_SAMPLES: Final = 10_000_000
"""The greatest number of deals that ``--samples`` takes."""
_SHOWN: Final = 0.00005
"""The probability of a tie, or a standard error, is printed only if it is at least this number."""


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
    "--hand",
    metavar="HAND",
    default="",
    help="Your own hand, to see how often it beats others: its cards, some of them, or a class of hands.",
)
@click.option(
    "--against",
    metavar="HAND",
    multiple=True,
    help="What is known of another hand: its class, such as 'a pair or better', or cards of it. Give --against again for each "
    "further hand.",
)
@click.option(
    "--others",
    type=click.IntRange(1, _MOST_OTHERS),
    metavar="N",
    show_default="those of --against, or 1",
    help="How many other hands your hand must beat, in all.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, _MOST_SAMPLES),
    metavar="N",
    default=SAMPLES,
    show_default=True,
    help="Number of random deals to draw if there are too many deals to count.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913  # one parameter for each option
    asked: RulesAsked,
    *,
    cards: int | None,
    wild: str | None,
    seen: str,
    hand: str,
    against: tuple[str, ...],
    others: int | None,
    samples: int,
    as_json: bool,
) -> None:
    """How often each kind of hand is dealt.

    Every hand of the pack is counted, with the ranks of the house rules. From four or five cards, the best three are kept. Cards
    that you have seen, and the cards of --hand and --against, aren't dealt. If --hand leads to too many deals to count, its
    result is estimated from random deals, and ± is one standard error. If you name only some cards of a hand, its other cards
    are dealt: every remaining card is equally likely.

    A class of hands is a kind of hand ("flush"), a named hand ("pair of kings", "prial 8"), or a hand by its ranks (KK, 888,
    AK9). After a kind or hand you may write one of these: "or better" (or just +); "or worse"; "to" and a second kind or hand,
    as in 88 to QQ. "top 10 %" are the best hands. A class may have a weight: KK:0.5 means that a player who was dealt a pair of
    kings still holds it in half of the cases. Put a semicolon between two classes.

    \b
    prial odds
    prial odds --wild twos
    prial odds brag --cards 5 --wild "2s, one-eyed jacks"
    prial odds brag --seen "KsKdKh 2c7d9h"
    prial odds brag --seen "KsKdKh 2c7d9h" --hand QsQd4h --others 2
    prial odds brag --hand KsKd2c --against "a pair or better"
    prial odds brag --hand KsKd
    prial odds brag --hand "pair of kings or worse" --against "flush; ace high"
    prial odds brag --hand KsKd2c --against "pair or better" --against 7h7d
    prial odds brag --hand KsKd2c --against "top 20 %" --against "88-QQ; flush+"
    prial odds brag --hand KsKd2c --against "QQ+; 88-JJ:0.5"
    prial odds --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    of = ranking_of(asked, wild)
    if against and not hand.strip():
        raise click.UsageError("--against goes with --hand.")
    if others is not None and others < len(against):
        raise click.UsageError(f"--others counts all other hands, and --against names {len(against)}.")
    own = () if is_class(hand) else parse(hand)
    known = [() if is_class(each) else parse(each) for each in against]
    if cards is None:
        cards = asked.kind.dealt(asked.make().rules)
    away = parse(seen)
    if len(own) > cards:
        raise CardError(refuse("odds.hand", hand=hand.strip(), given=len(own), cards=cards))
    gone = _gone(own, *known, away)
    asked_for = [(hand, own), *zip(against, known, strict=True)]
    rest = max(others or 1, len(against)) - len(against)
    compared = _compared(of, asked_for, rest, left_of(gone), cards, samples) if hand.strip() else None
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
    source = f" from the {52 - len(gone)} cards that are left" if gone else ""
    screen.print(f"{whole:,} hands of {_NUMBERS[cards]} cards{source}{kept}{stand}")
    if compared:
        screen.print(compared.sentence, highlight=False)


class _Compared(NamedTuple):
    """How often a hand beats others: the result in two forms."""

    plain: dict[str, Any]
    """The result for programs."""
    sentence: str
    """The result for people."""


def _compared(
    of: Ranking, hands: Sequence[tuple[str, tuple[Card, ...]]], rest: int, left: Sequence[Card], cards: int, samples: int
) -> _Compared:
    """How often the first hand beats all the others. A class of hands is given without cards."""
    held, plain, words = list[Held](), list[dict[str, Any]](), list[str]()
    for typed, known in hands:
        if known:
            held.append(known)
            plain.append({"cards": [*map(name, known)]})
            words.append(symbols(best_first(known)) + _made_of(of, known, cards))
        else:
            which = weights(of, typed) if ":" in typed else strengths(of, typed)
            share = dealt(of, which, left, cards)
            held.append(which)
            plain.append({"class": typed.strip(), "dealt": share})
            words.append(f"a hand of “{typed.strip()}” ({100 * share.probability:.2f} % of hands)")
    found = equities(of, [*held, *[()] * rest], left, cards=cards, samples=samples)
    for each, chances in zip(plain, found, strict=False):
        each["chances"] = chances
    own, *others = words
    if rest:
        others.append("one other hand" if rest == 1 else f"{rest} other hands")
    against = f"{', '.join(others[:-1])} and {others[-1]}" if len(others) > 1 else others[0]
    together = " together" if len(found) > 2 else ""
    told = {**plain[0], "others": len(found) - 1, **({"against": plain[1:]} if plain[1:] else {})}
    return _Compared(told, f"{own[0].upper()}{own[1:]} beats {against}{together} in {_often(found[0])}.")


def _made_of(of: Ranking, known: Sequence[Card], cards: int) -> str:
    """The words after a hand's known cards: the hand's name in brackets, or ``with 2 more cards``."""
    if more := cards - len(known):
        return " with one more card" if more == 1 else f" with {more} more cards"
    return f" ({of.label(max(map(of.strength, combinations(known, LEAST_CARDS))))})"


def _gone(*places: tuple[Card, ...]) -> frozenset[Card]:
    """All cards of the groups ``places``. Raises CardError if a card is in two groups."""
    gone = set[Card]()
    for cards in places:
        if twice := gone & set(cards):
            raise CardError(refuse("odds.both", card=name(max(twice))))
        gone |= set(cards)
    return frozenset(gone)


def _often(found: Chances) -> str:
    """A phrase that says in what share of deals a hand wins, and in what share it ties."""

    def percent(odds: Odds) -> str:
        about, off = "about " if found.drawn else "", f" ± {100 * odds.error:.2f}" if odds.error >= _SHOWN else ""
        return f"{about}{100 * odds.probability:.2f}{off} %"

    level = f", and is level in {percent(found.equal)}" if found.equal.probability >= _SHOWN else ""
    return f"{percent(found.better)} of deals ({found.better.odds}){level}"
