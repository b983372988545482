"""How often a hand beats another one of which only the class is known: a pair or better, a flush.

Every deal is counted. Where both hands are known by their class alone, there are 407 million deals of two hands of three cards.
They are counted without being made: the hands that have no card in common with a given one are all hands, less those with one
of its cards, plus those with two of them (which were taken away twice), less the hand itself.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card, distinct
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.many import Hands, every_hand, worths
from prial.study.odds import LEAST_CARDS, MOST_CARDS, Chances, Odds, as_odds, deals

add_sentences(
    "en",
    {
        "ranges.none": "No such hand can be made of the cards that are left.",
        "ranges.own": "A class of your own hand is counted for hands of three cards; for hands of {cards} give your own cards.",
    },
)

Class: TypeAlias = frozenset[int]
"""The strengths of a class of hands, as `prial.ranks.classes.strengths` gives them."""
_Ints: TypeAlias = NDArray[np.int64]


def dealt(of: Ranking, which: Class, left: Sequence[Card], cards: int = 3) -> Odds:
    """How often a hand of a class is dealt.

    Args:
        of: the ranking.
        which: the class.
        left: the cards that may be dealt.
        cards: number of cards in a hand, 3 to 5; the best three count.
    Raises:
        RulesError: ``cards`` isn't 3 to 5.
        CardError: a card occurs twice.
    """
    hands, _ = _held(of, which, left, cards)
    return _odds(len(hands), deals(cards, 52 - len(left)))


def beats(
    of: Ranking, own: Sequence[Card] | Class | None, other: Class | None, left: Sequence[Card], cards: int = LEAST_CARDS
) -> Chances:
    """How likely it is that a hand beats one other hand, if a class of one or of both is known. Every deal is counted.

    All deals with such hands are equally likely; the betting, which may tell more, isn't considered. Each hand keeps its best
    three cards; the cards put away break ties.

    Args:
        of: the ranking.
        own: the cards of the hand, its class, or None for any hand.
        other: the class of the other hand, or None for any hand.
        left: the cards that may lie in a hand of which the cards aren't given.
        cards: number of cards in a hand, 3 to 5. It must be 3 unless the cards of the hand are given.
    Raises:
        RulesError: there is no deal with such hands, or hands have a number of cards that isn't counted.
        CardError: a card lies in two places.
    """
    theirs, worth = _held(of, other, left, cards)
    if own is None or isinstance(own, frozenset):
        if cards != LEAST_CARDS:
            raise RulesError(refuse("ranges.own", cards=cards))
        better, equal, whole = _pairs(*_held(of, own, left, cards), theirs, worth, of.size)
    else:
        distinct([*own, *left])
        (mine,) = worths(of, np.array([own], dtype=np.int8))
        better, equal, whole = int((worth < mine).sum()), int((worth == mine).sum()), len(worth)
    if not whole:
        raise RulesError(refuse("ranges.none"))
    return Chances(_odds(better, whole), _odds(equal, whole), whole, drawn=False)


def _odds(count: int, of: int) -> Odds:
    return Odds(count, count / of if of else 0.0, as_odds(count, of))


def _held(of: Ranking, which: Class | None, left: Sequence[Card], cards: int) -> tuple[Hands, _Ints]:
    """All hands of a class (None: all hands) that can be made of the cards that are left, and their worths."""
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    distinct(left)
    wanted = np.ones(of.size + 1, dtype=bool)
    if which is not None:
        wanted[:] = False
        wanted[list(which)] = True
    hands, found = [np.zeros((0, cards), dtype=np.int8)], [np.zeros(0, dtype=np.int64)]
    for part in every_hand(left, cards):
        worth = worths(of, part).astype(np.int64)
        chosen = wanted[worth // 13 ** (cards - LEAST_CARDS)]
        hands.append(part[chosen])
        found.append(worth[chosen])
    return np.vstack(hands), np.concatenate(found)


def _pairs(mine: Hands, my_worth: _Ints, theirs: Hands, worth: _Ints, size: int) -> tuple[int, int, int]:
    """Numbers of pairs of hands without a common card in which mine is better, in which both are level, and of all such pairs.

    Args:
        mine: hands of three cards, one a row.
        my_worth: their strengths.
        theirs: the other player's hands.
        worth: their strengths.
        size: the greatest strength.
    """
    with_none = np.zeros(size + 1, dtype=np.int64)
    with_one = np.zeros((52, size + 1), dtype=np.int64)
    with_two = np.zeros((52, 52, size + 1), dtype=np.int64)
    np.add.at(with_none, worth, 1)
    for place in range(3):
        np.add.at(with_one, (theirs[:, place], worth), 1)
    for one, two in permutations(range(3), 2):
        np.add.at(with_two, (theirs[:, one], theirs[:, two], worth), 1)
    for table in (with_none, with_one, with_two):  # from now on the hands up to a strength
        np.cumsum(table, axis=-1, out=table)
    a, b, c = (mine[:, place].astype(np.int64) for place in range(3))
    both = np.isin(_numbers(mine), _numbers(theirs))

    def apart(strength: _Ints) -> int:
        """The number of pairs without a common card in which the other hand has at most the strength given for each of mine."""
        count = with_none[strength].sum() - both[my_worth <= strength].sum()
        for card in (a, b, c):
            count -= with_one[card, strength].sum()
        for first, second in ((a, b), (a, c), (b, c)):
            count += with_two[first, second, strength].sum()
        return int(count)

    better, not_worse = apart(my_worth - 1), apart(my_worth)
    return better, not_worse - better, apart(np.full_like(my_worth, size))


def _numbers(hands: Hands) -> _Ints:
    """A number for each hand of three cards; hands with the same cards have the same number."""
    ordered: _Ints = np.sort(hands.astype(np.int64), axis=1)
    return 2704 * ordered[:, 0] + 52 * ordered[:, 1] + ordered[:, 2]
