"""Deals in which rare things are common, and ways to lay them."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

from prial.cards import rank
from prial.core.chance import Draw
from prial.errors import RulesError
from prial.games.crash.rules import SCHEMA, CrashRules
from tests.games.crash.oracle import Hand, Oracle, places_of, worth

Wish: TypeAlias = Callable[[Random, list[int], int, Hand], list[int]]
"""Given the remaining cards (shuffled), the size of a pile and the pile dealt before, gives the cards to deal first."""


def _whole_ranks(rng: Random, left: list[int], size: int, of_each: int) -> list[int]:
    """Groups of cards of one rank, ``of_each`` cards in a group."""
    ranks = sorted({rank(card) for card in left}, key=lambda _: rng.random())
    groups = [[card for card in left if rank(card) == r][:of_each] for r in ranks]
    return [card for group in groups if len(group) == of_each for card in group][: size // of_each * of_each]


def anything(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """No wish."""
    return []


def fours(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """Fours of a kind, as many as fit."""
    return _whole_ranks(rng, left, size, 4)[: 4 * rng.randint(1, 3)]


def prials(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """Prials, as many as fit."""
    return _whole_ranks(rng, left, size, 3)


def pairs(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """Pairs, as many as fit."""
    return _whole_ranks(rng, left, size, 2)


def straight(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """One card of each rank."""
    return _whole_ranks(rng, left, size, 1)


def top_cards(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """Aces, kings, queens, twos and threes: the top runs and prials."""
    return [card for card in left if rank(card) in (0, 1, 10, 11, 12)]


def top_run(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """A-2-3 or A-K-Q, often of one suit."""
    ranks = rng.choice([(12, 1, 0), (12, 11, 10)])
    suit = rng.randrange(4)
    of_suit = [4 * r + suit for r in ranks]
    if rng.random() < 0.5 and set(of_suit) <= set(left):
        return of_suit
    return [card for r in ranks for card in [card for card in left if rank(card) == r][:1]]


def mirror(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """The ranks of the pile dealt before, so that hands are equal."""
    taken: list[int] = []
    for card in before:
        taken += [other for other in left if rank(other) == rank(card) and other not in taken][:1]
    return taken


def threes(rng: Random, left: list[int], size: int, before: Hand) -> list[int]:
    """All threes."""
    return [card for card in left if rank(card) == 1]


WISHES: Final[dict[str, Wish]] = {
    wish.__name__: wish for wish in (anything, fours, prials, pairs, straight, top_cards, top_run, mirror, threes)
}


def rig(draw: Draw, rng: Random, wishes: Sequence[str], prials_for: Collection[int] = ()) -> tuple[Hand, ...]:
    """An outcome of the draw in which piles have the wished cards, as far as they remain.

    Args:
        draw: the draw.
        rng: chooses a wish for each pile, and the other cards.
        wishes: names of `WISHES` to choose from.
        prials_for: piles that get prials first, whatever the wish.
    """
    left = sorted(draw.pool, key=lambda _: rng.random())
    sizes = draw.sizes
    piles: list[Hand] = [()] * len(sizes)
    before: Hand = ()
    for at in sorted(range(len(sizes)), key=lambda at: rng.random() - (at in prials_for)):
        wish = prials if at in prials_for else WISHES[rng.choice(wishes)]
        wished = wish(rng, left, sizes[at], before)[: sizes[at]]
        rest = [card for card in left if card not in wished]
        pile = wished + rest[: sizes[at] - len(wished)]
        left = [card for card in left if card not in pile]
        piles[at] = before = tuple(sorted(pile, reverse=True))
    return tuple(piles)


@lru_cache(maxsize=1 << 12)
def best_hands(hand: Hand, top_prial: str, top_run: str, places: int, with_fours: bool = False) -> tuple[Hand, ...]:
    """The best hand, then the best of the rest, and so on."""
    found: list[Hand] = sorted(combinations(hand, 3), key=lambda h: worth(h, top_prial, top_run), reverse=True)
    if with_fours:
        quads: list[Hand] = [h for h in combinations(hand, 4) if len({rank(card) for card in h}) == 1]
        found = sorted(quads, key=lambda h: worth(h, top_prial, top_run), reverse=True) + found
    left, laid = set(hand), []
    for three in found:
        if left.issuperset(three):
            laid.append(three)
            left -= set(three)
        if len(laid) == places:
            break
    return tuple(laid)


def split(rng: Random, oracle: Oracle, cards: Hand) -> list[Hand]:
    """Hands laid from these cards, legal or not: best first, by rank, or random; sometimes in a wrong order."""
    places = places_of(oracle.rules.cards)
    with_fours = oracle.is_("four_of_a_kind", "beats_all")
    match rng.randrange(4):
        case 0:
            shuffled = sorted(cards, key=lambda _: rng.random())
            hands: list[Hand] = [tuple(shuffled[at : at + 3]) for at in range(0, 3 * places, 3)]
        case 1:
            together = sorted(cards, key=lambda card: (-sum(rank(other) == rank(card) for other in cards), card))
            hands = [tuple(together[at : at + 3]) for at in range(0, 3 * places, 3)]
        case _:
            hands = list(best_hands(cards, str(oracle.rules.top_prial), str(oracle.rules.top_run), places, with_fours))
    if rng.random() < 0.2:
        hands = hands[: rng.randint(0, places)]
    hands.sort(key=oracle.worth, reverse=True)
    if len(hands) > 1 and rng.random() < 0.25:
        a, b = rng.sample(range(len(hands)), 2)
        hands[a], hands[b] = hands[b], hands[a]
    return hands


def random_options(rng: Random) -> dict[str, Any]:
    """Random options, all given explicitly, without those that the rules refuse in combination."""
    given: dict[str, Any] = {}
    first = ["players", "cards"]
    for name in first + sorted((each for each in SCHEMA.options if each not in first), key=lambda _: rng.random()):
        option = SCHEMA.options[name]
        value: Any
        if option.values:
            value = rng.choice(option.values).value
        elif option.only:
            value = rng.choice(option.only)
        else:
            assert option.least is not None
            assert option.most is not None
            value = rng.randint(option.least, min(option.most, option.least + 30))
        try:
            SCHEMA.make({**given, name: value})
        except RulesError:
            continue
        given[name] = value
    return given


def random_rules(rng: Random) -> CrashRules:
    """Rules from `random_options`."""
    return SCHEMA.make(random_options(rng))
