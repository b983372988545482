"""Lists the hands that fit what is known of a hand, and goes through the deals in which several hands meet.

What is known may be some cards of the hand, its class, or a list of hands. A deal is one hand for each player, all of different
cards. All deals that agree with what is known are equally likely. If there are few enough deals, each is made and counted. Two
hands of three cards may have 407 million deals; these are counted without being made. For each hand of one player, the hands that
share no card with it are counted as follows. Take all hands of the other player. Subtract those with one card of the given hand.
Add those with two cards of it, which were subtracted twice. Subtract the given hand itself. In all other cases, a sample of deals
is drawn at random.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, permutations
from math import comb, prod
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.cards import PACK, Card, Cards, cards_of, distinct, names
from prial.core.game import BACK
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.classes import Class
from prial.ranks.classes import held as read_held
from prial.ranks.many import Hands, every_hand, worths

add_sentences(
    "en",
    {
        "odds.cards": "The best three can't be kept of {cards} cards: it takes a number from {least} to {most}.",
        "odds.left": "Only {left} cards are left, and the hands take {wanted}.",
        "ranges.hand": "{hand} is not a hand: give the cards that are known of it or its class, as numbers or as a text, "
        "or a list of the hands that it may be, or None.",
        "ranges.listed": "{hand} can't stand in a list of hands: give the {cards} cards of each hand there.",
        "ranges.empty": "An empty list has no hand: give None for any hand.",
        "ranges.blank": "An empty text says nothing of a hand: give None for any hand.",
        "ranges.weights": "{hand} maps hands to weights, but all hands that somebody may hold are equally likely: give a list.",
        "ranges.long": "{hand} has {given} cards, and a hand has {cards}.",
        "ranges.strength": "{strength} is not a strength of this ranking, which has 1 to {size}: give a class of this ranking.",
        "ranges.none": "No such hand can be made of the cards that are left.",
        "ranges.apart": "Such hands can't be dealt together.",
        "ranges.seldom": "Such hands come together too seldom: {tries} tries gave {found} deals.",
    },
)

Holdings: TypeAlias = Collection[Collection[Card]] | NDArray[np.integer[Any]]
"""The hands that somebody may hold, one by one: a list or a set of hands, or an array with one hand in each row.

Each hand has all its cards, in any order. All hands are equally likely. A hand that is listed twice counts once.
"""
Held: TypeAlias = Sequence[Card] | AbstractSet[int] | Holdings | str | None
"""What is known of a hand: its cards, its class, or the hands that it may be.

* A sequence: some or all of the hand's cards. `BACK` stands for an unknown card, as in the hands of a view.
* A `Class <prial.ranks.classes.Class>`, or any other set of strengths of the ranking: the hand's class.
* `Holdings`: the hands that it may be.
* A text: its cards or its class, as `prial.ranks.classes.held` reads it: ``AsKh``, ``KK+``, ``a pair or better``.
* None, or an empty tuple: any hand.
"""
LEAST_CARDS: Final = 3
"""Smallest number of cards in a hand."""
MOST_CARDS: Final = 5
"""Greatest number of cards in a hand."""
_COUNTED: Final = 3_000_000
"""If there are at most this many ways to choose the hands, every deal is made and counted."""
_PART: Final = 10_000
"""Number of random deals drawn at once."""
_TRIES: Final = 20_000_000
"""Number of random choices of hands after which drawing is given up."""
_Ints: TypeAlias = NDArray[np.int64]


class Met(NamedTuple):
    """What happened in the deals in which several hands met."""

    ways: _Ints
    """``ways[i, n]``: number of deals in which ``n`` hands tied for the best, and hand ``i`` was one of them."""
    deals: int
    """Number of all deals."""
    drawn: bool
    """Whether the deals are a random sample."""


@explained
def hands_of(of: Ranking, which: Held, left: Cards | None = None, cards: int = LEAST_CARDS) -> Hands:
    """List all hands that fit what is known of a hand and can be dealt.

    Args:
        of: the ranking.
        which: what is known of the hand. If it is a list of hands (`Holdings`), the hands made only of cards in ``left`` are
            listed, each once.
        left: the cards of which the hands are made, besides those that are known, as numbers or as text; None for the rest of the
            pack.
        cards: number of cards in a hand, 3 to 5; the best three count.
    Returns:
        The hands as an array of cards, one hand a row: its shape is (hands, cards).
    Raises:
        RulesError: ``cards`` isn't 3 to 5, too few cards are left for known cards, the class belongs to another ranking, or
            something isn't a hand.
        CardError: a card occurs twice.
    """
    known = _known(of, which, cards)
    left = _left([known], left)
    check_cards(cards, cards - len(known) if isinstance(known, tuple) else 0, len(left))
    [held] = _listed(of, [known], left, cards)
    return (held if isinstance(held, _List) else _completed(of, held, left, cards)).hands


def meet(
    of: Ranking, hands: Sequence[Held], left: Cards | None, cards: int, samples: int, seed: int, worth: int | None = None
) -> Met:
    """Go through the deals in which some hands meet.

    Args:
        of: the ranking.
        hands: what is known of each hand; at least two hands. Of a list of hands (`Holdings`), only hands made of cards in
            ``left`` count.
        left: the cards that may lie in hands, besides those that are known; None for the rest of the pack.
        cards: number of cards in a hand, 3 to 5; the best three count, and the cards put away break ties.
        samples: number of deals to draw if there are too many to count.
        seed: seed of the drawn deals.
        worth: the worth of the first hand, as `prial.ranks.many.worths` computes it; None for the worth of its best three cards.
    Raises:
        RulesError: ``cards`` isn't 3 to 5, too few cards are left, something isn't a hand, or such hands can't be dealt together
            or are dealt together too seldom.
        CardError: a card lies in two places.
    """
    known = [_known(of, hand, cards) for hand in hands]
    left = _left(known, left)
    sizes = [cards - len(hand) if isinstance(hand, tuple) else cards for hand in known]
    check_cards(cards, sum(sizes), len(left))
    held = _listed(of, known, left, cards)
    if not all(len(hand.worth) for hand in held if isinstance(hand, _List)):
        raise RulesError(refuse("ranges.none"))
    ways = prod(
        len(hand.worth) if isinstance(hand, _List) else comb(len(left), size) for hand, size in zip(held, sizes, strict=True)
    )
    two = len(held) == 2 and cards == LEAST_CARDS
    if ways > _COUNTED and not two:
        parts = _drawn(of, held, left, cards, samples, seed)
        return _tallied((_with(part, worth) for part in parts), len(held), drawn=True)
    lists = [hand if isinstance(hand, _List) else _completed(of, hand, left, cards) for hand in held]
    if ways > _COUNTED:
        met = _pairs(lists[0], lists[1], of.size, worth)
    else:
        met = _tallied((_with(part, worth) for part in _every(lists)), len(held), drawn=False)
    if not met.deals:
        raise RulesError(refuse("ranges.apart"))
    return met


def check_cards(cards: int, wanted: int, left: int) -> None:
    """Refuse hands of an unsupported size, and hands that need more cards than are left.

    Args:
        cards: number of cards in a hand.
        wanted: number of cards that the hands take together.
        left: number of cards that are left.
    Raises:
        RulesError: the size isn't supported, or too few cards are left.
    """
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    if wanted > left:
        raise RulesError(refuse("odds.left", left=left, wanted=wanted))


class _List(NamedTuple):
    """All hands that somebody may hold."""

    hands: Hands
    """The hands, one a row."""
    worth: _Ints
    """The worth of each hand, as `prial.ranks.many.worths` computes it."""


def _known(of: Ranking, hand: Any, cards: int) -> tuple[Card, ...] | Class | Hands:
    """What is known of a hand, checked: its known cards, its class, or the different hands that it may be."""
    if hand is None:
        return ()
    if isinstance(hand, str):
        if not hand.strip():
            raise RulesError(refuse("ranges.blank"))
        hand = read_held(of, hand)
    if isinstance(hand, Mapping):
        raise RulesError(refuse("ranges.weights", hand=repr(hand)[:60]))
    if isinstance(hand, np.ndarray):
        if hand.ndim == 2 and hand.dtype.kind in "iu":
            return _holdings(hand, cards)
        hand = hand.tolist()
    if not isinstance(hand, Iterable):
        raise RulesError(refuse("ranges.hand", hand=repr(hand)[:60]))
    given = list(hand)
    if not given and not isinstance(hand, tuple | AbstractSet):
        raise RulesError(refuse("ranges.empty"))
    if not _are_numbers(given):
        if not all(isinstance(each, Collection) and not isinstance(each, str | Class) for each in given):
            raise RulesError(refuse("ranges.hand", hand=repr(hand)[:60]))
        for each in given:
            if len(each) != cards or not _are_numbers(each):
                raise RulesError(refuse("ranges.listed", hand=repr(each)[:60], cards=cards))
        return _holdings(np.array([[*each] for each in given]), cards)
    if isinstance(hand, AbstractSet):
        return _class(of, hand)
    shown = tuple([int(card) for card in given if card != BACK])
    if len(given) > cards:
        raise RulesError(refuse("ranges.long", hand=names(distinct(shown)), given=len(given), cards=cards))
    return shown


def _are_numbers(given: Iterable[Any]) -> bool:
    """Whether all values are whole numbers."""
    return all(isinstance(each, int | np.integer) for each in given)


def _holdings(given: NDArray[Any], cards: int) -> Hands:
    """Check the cards of an array that has one hand in each row, and return the different hands.

    The result doesn't depend on the order of the rows. So deals drawn with the same seed don't depend on it either.
    """
    if not len(given):
        raise RulesError(refuse("ranges.empty"))
    if given.shape[1] != cards or (given == BACK).any():
        row = given[(given == BACK).any(axis=1).argmax()].tolist()
        raise RulesError(refuse("ranges.listed", hand=str(tuple(row)), cards=cards))
    in_order = np.sort(given, axis=1)
    wrong = ((given < 0) | (given > 51)).any(axis=1) | (in_order[:, 1:] == in_order[:, :-1]).any(axis=1)
    if wrong.any():
        distinct(given[wrong.argmax()].tolist())
    hands = given.astype(np.int8)
    _, first = np.unique(_masks(hands), return_index=True)
    return hands[first]


def _class(of: Ranking, which: AbstractSet[int]) -> Class:
    """Check that a class belongs to the ranking, or make a class of a plain set of strengths of the ranking."""
    if isinstance(which, Class):
        which.check(of)
    for strength in which:
        if not 1 <= strength <= of.size:
            raise RulesError(refuse("ranges.strength", strength=strength, size=of.size))
    return Class(of, which)


def _left(known: Iterable[tuple[Card, ...] | Class | Hands], left: Cards | None) -> Sequence[Card]:
    """The cards that may lie in hands, besides those that are known. A card that occurs twice is refused."""
    seen = [*chain.from_iterable(hand for hand in known if isinstance(hand, tuple))]
    left = [card for card in PACK if card not in seen] if left is None else cards_of(left)
    distinct([*seen, *left])
    return left


def _listed(
    of: Ranking, known: Sequence[tuple[Card, ...] | Class | Hands], left: Sequence[Card], cards: int
) -> list[tuple[Card, ...] | _List]:
    """For each hand: its known cards; or, if its class or a list is known, all such hands that can be made of the cards left."""
    classes = {hand: _of_class(of, hand, left, cards) for hand in known if isinstance(hand, Class)}
    found = list[tuple[Card, ...] | _List]()
    for hand in known:
        if isinstance(hand, np.ndarray):
            hands = hand[np.isin(hand, np.array(left, dtype=np.int8)).all(axis=1)]
            found.append(_List(hands, worths(of, hands).astype(np.int64)))
        else:
            found.append(classes[hand] if isinstance(hand, Class) else hand)
    return found


def _of_class(of: Ranking, which: Class, left: Sequence[Card], cards: int) -> _List:
    """All hands of a class that can be made of the cards that are left."""
    wanted = np.zeros(of.size + 1, dtype=bool)
    wanted[list(which)] = True
    hands, found = [np.zeros((0, cards), dtype=np.int8)], [np.zeros(0, dtype=np.int64)]
    for part in every_hand(left, cards):
        worth = worths(of, part).astype(np.int64)
        chosen = wanted[worth // 13 ** (cards - LEAST_CARDS)]
        hands.append(part[chosen])
        found.append(worth[chosen])
    return _List(np.vstack(hands), np.concatenate(found))


def _completed(of: Ranking, known: tuple[Card, ...], left: Sequence[Card], cards: int) -> _List:
    """All hands with some known cards, completed from the cards that are left."""
    hands = np.vstack([_filled(known, part) for part in every_hand(left, cards - len(known))])
    return _List(hands, worths(of, hands).astype(np.int64))


def _filled(known: tuple[Card, ...], more: Hands) -> Hands:
    """Hands of some known cards and of further cards: one hand for each row of ``more``."""
    return np.hstack([np.tile(np.array(known, dtype=np.int8), (len(more), 1)), more])


def _tallied(parts: Iterable[_Ints], hands: int, *, drawn: bool) -> Met:
    """Count the outcomes of deals. Each part is an array of the hands' worths, with one deal in each row."""
    ways, deals = np.zeros((hands, hands + 1), dtype=np.int64), 0
    for part in parts:
        best = part == part.max(axis=1, keepdims=True)
        level = best.sum(axis=1)
        for number in range(1, hands + 1):
            ways[:, number] += best[level == number].sum(axis=0)
        deals += len(part)
    return Met(ways, deals, drawn)


def _with(part: _Ints, worth: int | None) -> _Ints:
    """The array ``part`` of worths, one deal a row. Unless ``worth`` is None, the first hand's worth is set to ``worth``."""
    if worth is not None:
        part[:, 0] = worth
    return part


def _every(lists: Sequence[_List]) -> Iterator[_Ints]:
    """The worths of the hands in all deals, in parts. A deal has a hand from each list, and no card occurs in the deal twice."""
    sizes, masks = [len(each.worth) for each in lists], [_masks(each.hands) for each in lists]
    for first in range(0, prod(sizes), _PART):
        at = np.unravel_index(np.arange(first, min(first + _PART, prod(sizes))), sizes)
        fits, _ = _apart([mask[which] for mask, which in zip(masks, at, strict=True)])
        yield np.stack([each.worth[which[fits]] for each, which in zip(lists, at, strict=True)], axis=1)


def _masks(hands: Hands) -> NDArray[np.uint64]:
    """The cards of each hand as bits of a number."""
    found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return found


def _apart(masks: Sequence[NDArray[np.uint64]]) -> tuple[NDArray[np.bool_], NDArray[np.uint64]]:
    """For each deal: whether no card occurs in it twice, and all its cards as bits of a number.

    Args:
        masks: for each hand of a deal, an array with one number for each deal: the cards of the hand as bits.
    """
    used, fits = np.zeros(len(masks[0]), dtype=np.uint64), np.ones(len(masks[0]), dtype=np.bool_)
    for mask in masks:
        fits &= used & mask == 0
        used |= mask
    return fits, used


def _drawn(
    of: Ranking,
    held: Sequence[tuple[Card, ...] | _List],
    left: Sequence[Card],
    cards: int,
    samples: int,
    seed: int,
) -> Iterator[_Ints]:
    """The worths of the hands in random deals, in parts.

    First a hand is chosen from each list, again and again until the chosen hands have no card in common. The other hands are then
    completed from the cards left. Each choice leaves equally many ways to complete them, so all deals are equally likely.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    pack, lists = np.array(sorted(left), dtype=np.int8), [hand for hand in held if isinstance(hand, _List)]
    masks = [_masks(each.hands) for each in lists]
    found = tries = 0
    while found < samples:
        if tries >= _TRIES:
            raise RulesError(refuse("ranges.seldom", tries=f"{tries:,}", found=found))
        chosen = [rng.integers(len(mask), size=_PART) for mask in masks]
        fits, used = _apart([np.zeros(_PART, np.uint64), *(mask[which] for mask, which in zip(masks, chosen, strict=True))])
        rows, tries = np.flatnonzero(fits)[: samples - found], tries + _PART
        found += len(rows)
        keys = rng.random((len(rows), len(pack)))
        keys[(used[rows, None] >> pack.astype(np.uint64)) & np.uint64(1) == 1] = 2.0  # behind all cards that can be dealt
        dealt, at, columns = pack[np.argsort(keys, axis=1)], 0, []
        choices = iter(chosen)
        for hand in held:
            if isinstance(hand, _List):
                columns.append(hand.worth[next(choices)[rows]])
            else:
                end = at + cards - len(hand)
                columns.append(worths(of, _filled(hand, dealt[:, at:end])).astype(np.int64))
                at = end
        yield np.stack(columns, axis=1)


def _pairs(mine: _List, theirs: _List, size: int, worn: int | None) -> Met:
    """Count the pairs of three-card hands that have no card in common.

    Args:
        mine: the hands of one player, with their strengths.
        theirs: the hands of the other player.
        size: the greatest strength.
        worn: a strength that every hand of the first player counts as; None for the strength of the hand's cards.
    """
    worth, hands = theirs.worth, theirs.hands
    with_none = np.zeros(size + 1, dtype=np.int64)
    with_one = np.zeros((52, size + 1), dtype=np.int64)
    with_two = np.zeros((52, 52, size + 1), dtype=np.int64)
    np.add.at(with_none, worth, 1)
    for place in range(3):
        np.add.at(with_one, (hands[:, place], worth), 1)
    for one, two in permutations(range(3), 2):
        np.add.at(with_two, (hands[:, one], hands[:, two], worth), 1)
    for table in (with_none, with_one, with_two):  # from now on the hands up to a strength
        np.cumsum(table, axis=-1, out=table)
    a, b, c = (mine.hands[:, place].astype(np.int64) for place in range(3))
    both = np.isin(_masks(mine.hands), _masks(hands))
    own = mine.worth if worn is None else np.full_like(mine.worth, worn)

    def apart(strength: _Ints) -> int:
        """The number of pairs of a hand in ``mine`` and a hand in ``theirs`` that have no card in common, within limits.

        ``strength`` has a limit for each hand in ``mine``: the greatest strength of the hand in ``theirs``.
        """
        count = with_none[strength].sum() - both[mine.worth <= strength].sum()
        for card in (a, b, c):
            count -= with_one[card, strength].sum()
        for first, second in ((a, b), (a, c), (b, c)):
            count += with_two[first, second, strength].sum()
        return int(count)

    better, not_worse, whole = apart(own - 1), apart(own), apart(np.full_like(own, size))
    level = not_worse - better
    return Met(np.array([[0, better, level], [0, whole - not_worse, level]]), whole, drawn=False)
