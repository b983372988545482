"""Lists all hands that a player may hold, from what is known of the hand.

What is known may be some cards of the hand, its class (such as a pair or better), or a list of possible hands. Classes and hands
may have weights.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from prial.arguments import explained
from prial.cards import PACK, Card, Cards, cards_of, distinct, names, parse
from prial.core.game import BACK
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking
from prial.ranks.classes import Class, Weighted, check_weight, is_class, strengths
from prial.ranks.classes import held as read_held
from prial.ranks.many import Hands, every_hand, worths

add_sentences(
    "en",
    {
        "odds.cards": "A hand can be dealt {least} to {most} cards, not {cards}; the best three are kept.",
        "odds.left": "Only {left} cards are left, but the hands take {wanted}.",
        "ranges.hand": "{hand} is not a hand. Give its known cards or its class (as numbers or as a text), a list of the hands "
        "that it may be, or None.",
        "ranges.listed": "{hand} can't be in a list of hands: give all {cards} cards of each hand.",
        "ranges.empty": "An empty list has no hand: give None to mean any hand.",
        "ranges.blank": "An empty text doesn't describe a hand: give None to mean any hand.",
        "ranges.twice": "{hand} is listed twice, so it would have two weights.",
        "ranges.long": "{hand} has {given} cards, but a hand has {cards}.",
    },
)

Holdings: TypeAlias = Collection[Collection[Card]] | NDArray[np.integer[Any]]
"""The hands that a player may hold: a list or a set of hands, or an array with one hand in each row.

Each hand has all its cards, in any order. All hands are equally likely. A hand that is listed twice counts once.
"""
Held: TypeAlias = Sequence[Card] | AbstractSet[int] | Holdings | Mapping[Any, float] | str | None
"""What is known of a hand: its cards, its class, or the hands that it may be.

* A sequence: some or all of the hand's cards. `BACK` stands for an unknown card.
* A `Class <prial.ranks.classes.Class>`, or another set of strengths of the ranking: the hand's class.
* `Holdings`: the hands that it may be.
* A mapping, such as a `Weighted <prial.ranks.classes.Weighted>`: maps classes, strengths or whole hands to weights. If a player
  was dealt such a hand, the weight is the probability, 0 to 1, that the player still holds it. A class may be a text.
* A text: the hand's cards or its class, such as ``AsKh``, ``KK+``, ``a pair or better`` or ``KK+:0.5`` (see
  `prial.ranks.classes.held`).
* None, or an empty tuple: any hand.
"""
LEAST_CARDS: Final = 3
"""Smallest number of cards in a hand."""
MOST_CARDS: Final = 5
"""Greatest number of cards in a hand."""
Ints: TypeAlias = NDArray[np.int64]
"""An array of whole numbers."""
Floats: TypeAlias = NDArray[np.float64]
"""An array of numbers."""


class Listed(NamedTuple):
    """The hands that a player may hold, without repetitions."""

    hands: Hands
    """The hands, one in each row."""
    weight: Floats | None
    """The weight of each hand, above 0; None if all hands are equally likely."""


Known: TypeAlias = tuple[Card, ...] | Class | Weighted | Listed
"""What is known of a hand, in a form that has been checked: its known cards, its class, or the hands that it may be."""


class List(NamedTuple):
    """All hands that a player may hold, with their strengths."""

    hands: Hands
    """The hands, one in each row."""
    worth: Ints
    """The strength of each hand as a number, from `prial.ranks.many.worths`."""
    weight: Floats | None
    """The weight of each hand, above 0; None if all hands are equally likely."""


@explained
def hands_of(of: Ranking, which: Held, left: Cards | None = None, cards: int = LEAST_CARDS) -> Hands:
    """List all hands that can be dealt and that agree with what is known of a hand.

    Args:
        of: the ranking.
        which: what is known of the hand. Listed hands that can't be made of the cards in ``left`` are ignored, and so are hands
            with the weight 0.
        left: the cards that the hand may contain besides the known ones, as numbers or as text; None for all other cards of the
            pack.
        cards: number of cards in a hand, 3 to 5; the best three count.
    Returns:
        The hands, each once, as an array of the shape (hands, cards).
    Raises:
        RulesError: if one of these holds:

            * ``cards`` isn't 3 to 5
            * too few cards are left to complete the hand
            * a class in ``which`` belongs to another ranking
            * a weight isn't from 0 to 1, or a hand has two weights
            * something isn't a hand
        CardError: if a card occurs twice, or something isn't a card.
    """
    return weighed(of, which, left, cards)[0]


@explained
def weighed(of: Ranking, which: Held, left: Cards | None = None, cards: int = LEAST_CARDS) -> tuple[Hands, Floats]:
    """List all hands that can be dealt and that agree with what is known of a hand, with their weights.

    Args:
        of: the ranking.
        which: what is known of the hand. Listed hands that can't be made of the cards in ``left`` are ignored, and so are hands
            with the weight 0.
        left: the cards that the hand may contain besides the known ones, as numbers or as text; None for all other cards of the
            pack.
        cards: number of cards in a hand, 3 to 5; the best three count.
    Returns:
        The hands, each once, shape (hands, cards), and their weights, shape (hands,). Weights are above 0 and at most 1. If
        ``which`` has no weights, each weight is 1.
    Raises:
        RulesError: if one of these holds:

            * ``cards`` isn't 3 to 5
            * too few cards are left to complete the hand
            * a class in ``which`` belongs to another ranking
            * a weight isn't from 0 to 1, or a hand has two weights
            * something isn't a hand
        CardError: if a card occurs twice, or something isn't a card.
    """
    known = read_known(of, which, cards)
    left = left_cards([known], left)
    check_cards(cards, cards - len(known) if are_cards(known) else 0, len(left))
    [held] = listed(of, [known], left, cards)
    whole = held if isinstance(held, List) else completed(of, held, left, cards)
    return whole.hands, np.ones(len(whole.hands)) if whole.weight is None else whole.weight


def check_cards(cards: int, wanted: int, left: int) -> None:
    """Check that hands have 3 to 5 cards, and that enough cards are left for all of them.

    Args:
        cards: number of cards in a hand.
        wanted: number of cards that all hands together need.
        left: number of cards that are left.
    Raises:
        RulesError: if ``cards`` isn't 3 to 5, or too few cards are left.
    """
    if not LEAST_CARDS <= cards <= MOST_CARDS:
        raise RulesError(refuse("odds.cards", cards=cards, least=LEAST_CARDS, most=MOST_CARDS))
    if wanted > left:
        raise RulesError(refuse("odds.left", left=left, wanted=wanted))


def read_known(of: Ranking, hand: Any, cards: int) -> Known:
    """Read what is known of a hand, and check it.

    Args:
        of: the ranking.
        hand: what is known, in one of the forms of `Held`.
        cards: number of cards in a hand.
    Raises:
        RulesError: if a class in ``hand`` belongs to another ranking, if a weight isn't from 0 to 1, if a hand has two weights,
            or if ``hand`` isn't a hand.
        CardError: if a card occurs twice, or something isn't a card.
    """
    if hand is None:
        return ()
    if isinstance(hand, str):
        if not hand.strip():
            raise RulesError(refuse("ranges.blank"))
        hand = read_held(of, hand)
    if isinstance(hand, Weighted):
        hand.strengths.check(of)
        return hand
    if isinstance(hand, Mapping):
        return _weights(of, hand, cards)
    if isinstance(hand, np.ndarray):
        if hand.ndim == 2 and hand.dtype.kind in "iu":
            return Listed(_holdings(hand, cards)[0], None)
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
            _check_whole(each, cards)
        return Listed(_holdings(np.array([[*each] for each in given]), cards)[0], None)
    if isinstance(hand, AbstractSet):
        return _class(of, hand)
    shown = tuple([int(card) for card in given if card != BACK])
    if len(given) > cards:
        raise RulesError(refuse("ranges.long", hand=names(distinct(shown)), given=len(given), cards=cards))
    return shown


def _weights(of: Ranking, given: Mapping[Any, Any], cards: int) -> Weighted | Listed:
    """What is known of a hand, read from a mapping of classes, strengths or hands to weights."""
    if not given:
        raise RulesError(refuse("ranges.empty"))
    if _are_numbers(given):
        return Weighted(of, {int(strength): weight for strength, weight in given.items()})
    if all(isinstance(each, Class) or (isinstance(each, str) and is_class(each)) for each in given):
        found = dict[int, float]()
        for each, weight in given.items():
            found |= dict.fromkeys(strengths(of, each) if isinstance(each, str) else _class(of, each), check_weight(weight))
        return Weighted(of, found)
    hands = [parse(each) if isinstance(each, str) and not is_class(each) else each for each in given]
    for hand in hands:
        _check_whole(hand, cards)
    weight = np.array([check_weight(each) for each in given.values()])
    different, first = _holdings(np.array([[*each] for each in hands]), cards)
    if len(different) < len(hands):
        twice = next(at for at in range(len(hands)) if at not in first)
        raise RulesError(refuse("ranges.twice", hand=names(hands[twice])))
    held = weight[first] > 0
    return Listed(different[held], weight[first][held])


def _check_whole(hand: Any, cards: int) -> None:
    """Check that ``hand`` is a hand with all its cards. Anything else is refused."""
    whole = isinstance(hand, Collection) and not isinstance(hand, str) and len(hand) == cards
    if not whole or not _are_numbers(hand):
        raise RulesError(refuse("ranges.listed", hand=repr(hand)[:60], cards=cards))


def _are_numbers(given: Iterable[Any]) -> bool:
    """Whether all values are whole numbers."""
    return all(isinstance(each, int | np.integer) for each in given)


def _holdings(given: NDArray[Any], cards: int) -> tuple[Hands, Ints]:
    """Check an array of hands, and drop repeated hands.

    The second array has the row of each hand that remains.
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
    # Sorted by the mask: whatever the order of the rows, a given seed draws the same deals
    _, first = np.unique(masks(hands), return_index=True)
    return hands[first], first


def _class(of: Ranking, which: AbstractSet[int]) -> Class:
    """Get ``which`` as a class of the ranking. A class of another ranking is refused."""
    if isinstance(which, Class):
        which.check(of)
        return which
    return Class(of, which)


def left_cards(known: Iterable[Known], left: Cards | None) -> Sequence[Card]:
    """Get the cards that hands may contain besides the known ones, and check that no card occurs twice.

    Args:
        known: what is known of each hand.
        left: the cards besides the known ones, as numbers or as text; None for all other cards of the pack.
    Raises:
        CardError: if a card occurs twice, or something isn't a card.
    """
    seen = [*chain.from_iterable(hand for hand in known if are_cards(hand))]
    left = [card for card in PACK if card not in seen] if left is None else cards_of(left)
    distinct([*seen, *left])
    return left


def are_cards(known: "Known | List") -> TypeGuard[tuple[Card, ...]]:
    """Whether ``known`` is a tuple of known cards. It is false for a class and for a list of hands."""
    return isinstance(known, tuple) and not isinstance(known, Listed | List)


def listed(of: Ranking, known: Sequence[Known], left: Sequence[Card], cards: int) -> list[tuple[Card, ...] | List]:
    """List the hands that each player may hold. An entry of ``known`` that is a tuple of cards is returned unchanged.

    Args:
        of: the ranking.
        known: what is known of each hand.
        left: the cards that the hands may contain.
        cards: number of cards in a hand.
    """
    classes = {hand: _of_class(of, hand, left, cards) for hand in known if isinstance(hand, Class)}
    found = list[tuple[Card, ...] | List]()
    for hand in known:
        if isinstance(hand, Listed):
            lie = np.isin(hand.hands, np.array(left, dtype=np.int8)).all(axis=1)
            hands = hand.hands[lie]
            found.append(List(hands, worths(of, hands).astype(np.int64), None if hand.weight is None else hand.weight[lie]))
        elif isinstance(hand, Weighted):
            found.append(_of_class(of, hand, left, cards))
        else:
            found.append(classes[hand] if isinstance(hand, Class) else hand)
    return found


def _of_class(of: Ranking, which: Class | Weighted, left: Sequence[Card], cards: int) -> List:
    """All hands of a class that can be dealt from ``left``."""
    wanted = np.zeros(of.size + 1)
    wanted[list(which)] = [*which.values()] if isinstance(which, Weighted) else 1.0
    hands, found = [np.zeros((0, cards), dtype=np.int8)], [np.zeros(0, dtype=np.int64)]
    for part in every_hand(left, cards):
        worth = worths(of, part).astype(np.int64)
        chosen = wanted[worth // 13 ** (cards - LEAST_CARDS)] > 0
        hands.append(part[chosen])
        found.append(worth[chosen])
    whole = np.concatenate(found)
    weight = wanted[whole // 13 ** (cards - LEAST_CARDS)] if isinstance(which, Weighted) else None
    return List(np.vstack(hands), whole, weight)


def completed(of: Ranking, known: tuple[Card, ...], left: Sequence[Card], cards: int) -> List:
    """List all hands that contain all the known cards. The other cards come from ``left``.

    Args:
        of: the ranking.
        known: the known cards.
        left: the cards that may be added.
        cards: number of cards in a hand.
    """
    hands = np.vstack([filled(known, part) for part in every_hand(left, cards - len(known))])
    return List(hands, worths(of, hands).astype(np.int64), None)


def filled(known: tuple[Card, ...], more: Hands) -> Hands:
    """Add the known cards to each row of ``more``, so that each row is a whole hand."""
    return np.hstack([np.tile(np.array(known, dtype=np.int8), (len(more), 1)), more])


def masks(hands: Hands) -> NDArray[np.uint64]:
    """Get each hand as one number with a bit for each of its cards."""
    found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return found
