"""The shuffle: proven exactly for small packs, measured for whole ones; the same tests find shuffles known to be bad.

The proof has three steps. `below` gives every number equally often over all bytes, and starts afresh after bytes that it
rejects. There is one order for each row of choices and one row for each order. So each order has probability 1 / n!, and a deal
has the probability of all orders that it can be cut from.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from hashlib import blake2b
from itertools import permutations, product
from math import factorial, sqrt
from multiprocessing import get_context

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.cards import PACK, Card
from prial.core.chance import Draw, Group, Outcome, Pick
from prial.fair.even import Choose, Entropy, below, shuffled
from prial.host.shuffle import outcome

Shuffle = Callable[[Sequence[Card], Choose], list[Card]]
Decks = NDArray[np.uint8]


class Stop(Exception):  # noqa: N818  # not an error: the script is at its end
    """More bytes were requested than the script has."""


def script(*blocks: bytes) -> Entropy:
    """Entropy that gives these blocks, each of the requested length."""
    waiting = iter(blocks)

    def entropy(size: int) -> bytes:
        block = next(waiting, None)
        if block is None:
            raise Stop
        assert len(block) == size
        return block

    return entropy


def hash_stream(seed: int) -> Entropy:
    """Entropy that repeats: digests of a counter."""
    blocks = (blake2b(b"%d.%d" % (seed, number)).digest() for number in range(1 << 62))
    left = bytearray()

    def entropy(size: int) -> bytes:
        while len(left) < size:
            left.extend(next(blocks))
        taken = bytes(left[:size])
        del left[:size]
        return taken

    return entropy


# A number from bytes


def first_of(n: int, block: bytes) -> int | None:
    """The number from a block, or None where the block is rejected."""
    try:
        return below(n, script(block))
    except Stop:
        return None


def uneven(draw: Callable[[int, bytes], int | None], n: int, size: int) -> bool:
    """Whether some number comes more often than another or never, over all blocks of bytes; or most blocks are rejected."""
    counted = Counter(draw(n, value.to_bytes(size)) for value in range(256**size))
    thrown_away = counted.pop(None, 0)
    return set(counted) != set(range(n)) or len(set(counted.values())) != 1 or 2 * thrown_away >= 256**size


def test_a_number_is_exactly_even_over_all_bytes() -> None:
    assert [n for n in range(1, 257) if uneven(first_of, n, 0 if n == 1 else 1)] == []


@pytest.mark.parametrize("n", [257, 1_000, 22_100, 65_535, 65_536])
def test_a_large_number_is_exactly_even_over_all_pairs_of_bytes(n: int) -> None:
    assert not uneven(first_of, n, 2)


def test_what_was_thrown_away_leaves_no_trace() -> None:
    for n in range(2, 257):
        thrown_away = [bytes([value]) for value in range(256) if first_of(n, bytes([value])) is None]
        for value in (0, 1, n - 1, 255 - len(thrown_away)):
            wanted = first_of(n, bytes([value]))
            for block in thrown_away:
                assert below(n, script(block, bytes([value]))) == wanted
            assert below(n, script(*thrown_away, bytes([value]))) == wanted


@pytest.mark.parametrize("n", [3, 5, 52])
def test_a_remainder_alone_would_be_found(n: int) -> None:
    assert uneven(lambda n, block: block[0] % n, n, 1)
    assert uneven(lambda n, block: block[0] * n // 255 if block[0] < 255 else n - 1, n, 1)
    assert uneven(lambda n, block: block[0] % n if block[0] <= 256 - 256 % n else None, n, 1)


# An order from numbers


def follow(shuffle: Shuffle, cards: Sequence[Card], row: Sequence[int]) -> tuple[Card, ...] | int:
    """The order that a row of choices leads to, or the number of possibilities of the next choice."""
    given = iter(row)
    asked = 0

    def choose(n: int) -> int:
        nonlocal asked
        asked = n
        for number in given:
            return number
        raise Stop

    try:
        return tuple(shuffle(cards, choose))
    except Stop:
        return asked


def chances(shuffle: Shuffle, cards: Sequence[Card]) -> dict[tuple[Card, ...], Fraction]:
    """The exact probability of each order, by following every choice into all its branches."""
    exact = dict.fromkeys(permutations(cards), Fraction(0))
    rows: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while rows:
        row, chance = rows.pop()
        found = follow(shuffle, cards, row)
        if isinstance(found, int):
            rows += [((*row, number), chance / found) for number in range(found)]
        else:
            exact[found] += chance
    assert sum(exact.values()) == 1
    return exact


def fair(shuffle: Shuffle, cards: Sequence[Card]) -> bool:
    """Whether all orders are exactly equally likely."""
    return set(chances(shuffle, cards).values()) == {Fraction(1, factorial(len(cards)))}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 6])
def test_every_order_of_a_small_pack_is_exactly_equally_likely(count: int) -> None:
    assert fair(shuffled, PACK[:count])


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_choices_and_orders_are_one_to_one(count: int) -> None:
    orders = set()
    for row in product(*[range(n) for n in range(count, 1, -1)]):
        given = iter(row)
        orders.add(tuple(shuffled(range(count), lambda _, given=given: next(given))))  # type: ignore[misc]  # binds the row
    assert len(orders) == factorial(count)


def test_the_deal_of_three_cards_is_even_over_every_pair_of_bytes() -> None:
    draw = Draw(PACK[:3], (Group("hands", (1, 1, 1)),))
    counted: Counter[Outcome] = Counter()
    for first, second in product(range(255), range(256)):  # with three possibilities, 255 is rejected
        counted[outcome(draw, script(bytes([first]), bytes([second])))] += 1
    assert len(counted) == 6
    assert len(set(counted.values())) == 1


@pytest.mark.parametrize(
    ("pool", "groups"),
    [
        (4, (Group("hands", (2, 2)),)),
        (4, (Group("hands", (1, 2)),)),
        (5, (Group("hands", (2, 2)), Group("spare", (1,)))),
        (5, (Group("hands", (0, 3)), Group("spare", (2,)))),
        (5, (Group("hands", (2,)),)),
        (5, (Group("up", (1, 1)),)),
    ],
)
def test_every_deal_of_a_small_pack_is_exactly_as_likely_as_the_game_says(pool: int, groups: tuple[Group, ...]) -> None:
    draw = Draw(PACK[:pool], groups)
    counted = Counter(
        outcome(draw, script(*[bytes([index]) for index in row])) for row in product(*[range(n) for n in range(pool, 1, -1)])
    )
    assert set(counted) == {possible for possible, _ in draw}
    assert set(counted.values()) == {factorial(pool) // draw.count()}
    assert all(draw.why_not(each) is None for each in counted)


# Shuffles that are known to be bad, each with a small pack


def swaps_with_anything(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """The naive shuffle: n^n rows of choices for n! orders."""
    order = list(cards)
    for at in range(len(order)):
        other = choose(len(order))
        order[at], order[other] = order[other], order[at]
    return order


def never_stays(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """Off by one: a card is never swapped with itself, so only cyclic orders result."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = choose(last)
        order[last], order[other] = order[other], order[last]
    return order


def stops_early(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """Off by one at the end: the last two are never swapped."""
    order = list(cards)
    for last in range(len(order) - 1, 1, -1):
        other = choose(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def leaves_one_out(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """Off by one at the other end: the first card never moves."""
    return [*cards[:1], *shuffled(cards[1:], choose)]


def sorts_by_keys(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """Sorts by random keys; cards with equal keys keep their order."""
    keys = [choose(8) for _ in cards]
    return [cards[at] for at in sorted(range(len(cards)), key=keys.__getitem__)]


def riffles_once(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """One riffle shuffle, reversed: each card goes to the upper or the lower half."""
    halves = [choose(2) for _ in cards]
    return [cards[at] for at in sorted(range(len(cards)), key=halves.__getitem__)]


def takes_remainders(cards: Sequence[Card], choose: Choose) -> list[Card]:
    """Numbers as remainders of a source with 16 values."""
    return shuffled(cards, lambda n: choose(16) % n)


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize(
    "bad",
    [swaps_with_anything, never_stays, stops_early, leaves_one_out, sorts_by_keys, riffles_once, takes_remainders],
)
def test_the_proof_fails_for_a_bad_shuffle(bad: Shuffle, count: int) -> None:
    assert not fair(bad, PACK[:count])


# Whole packs, measured


class Count:
    """Counts over many decks, and their distance from even counts in standard errors."""

    def __init__(self) -> None:
        self.decks = 0
        self.places = np.zeros((52, 52), np.int64)
        self.followers = np.zeros((52, 52), np.int64)
        self.slopes = 0.0

    def add(self, decks: Decks) -> "Count":
        """Count decks, one per row."""
        self.decks += len(decks)
        for place in range(52):
            self.places[place] += np.bincount(decks[:, place], minlength=52)
        pairs = decks[:, :-1].astype(np.intp) * 52 + decks[:, 1:]
        self.followers += np.bincount(pairs.ravel(), minlength=52 * 52).reshape(52, 52)
        centred = np.arange(52) - 25.5
        self.slopes += float(((decks - 25.5) @ centred).sum())
        return self

    def __add__(self, other: "Count") -> "Count":
        both = Count()
        both.decks = self.decks + other.decks
        both.places = self.places + other.places
        both.followers = self.followers + other.followers
        both.slopes = self.slopes + other.slopes
        return both

    def errors(self) -> dict[str, float]:
        """Standard errors from even counts: card × place, card × the card behind it, and how far the pack's order was kept."""
        even = self.decks / 52
        squares = float(((self.places - even) ** 2).sum() / even)
        # Each card stands somewhere and each place has a card, so the rows and columns are given: 51² are free, and what is
        # left varies 52 / 51 times as much as it would if decks' cells were independent.
        places = (squares * 51 / 52 - 51**2) / sqrt(2 * 51**2)
        even = self.decks * 51 / (52 * 51)
        apart = self.followers[~np.eye(52, dtype=bool)]
        followers = (float(((apart - even) ** 2).sum() / even) - 52 * 51) / sqrt(2 * 52 * 51)
        spread = 52 * (52**2 - 1) / 12
        order = self.slopes / sqrt(self.decks * spread**2 / 51)
        return {"places": places, "followers": followers, "order": order}

    def even(self, limit: float) -> bool:
        """Whether no count is further from even than this, too even counts included."""
        return all(abs(error) <= limit for error in self.errors().values())


def dealt(decks: int, entropy: Entropy) -> Decks:
    """Decks shuffled by the house."""
    return np.array([shuffled(PACK, lambda n: below(n, entropy)) for _ in range(decks)], np.uint8)


LIMIT = 5.0
"""Standard errors; a fair shuffle exceeds this once in several hundred thousand runs."""


def test_whole_packs_are_even() -> None:
    count = Count().add(dealt(10_000, hash_stream(1)))
    assert count.even(LIMIT), count.errors()


def _soaked(decks: int) -> Count:
    count = Count()
    for _ in range(decks // 50_000):
        count.add(dealt(50_000, os.urandom))
    return count


@pytest.mark.soak
def test_ten_million_packs_are_even() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        count = sum(pool.map(_soaked, [1_000_000] * 10), Count())
    assert count.decks == 10_000_000
    assert count.even(LIMIT), count.errors()


def swapped(decks: int, other: Callable[[np.random.Generator, int], NDArray[np.int64]], places: Iterable[int]) -> Decks:
    """Many decks at once by swaps; ``other`` gives the place with which each place is swapped."""
    rng = np.random.default_rng(5)
    order = np.tile(np.arange(52, dtype=np.uint8), (decks, 1))
    row = np.arange(decks)
    for place in places:
        chosen = other(rng, place)
        order[row, place], order[row, chosen] = order[row, chosen], order[row, place]
    return order


def sorted_by(keys: Iterator[NDArray[np.uint8]], decks: int) -> Decks:
    """Many decks at once, sorted by these keys one after the other; equal keys keep their order."""
    order = np.tile(np.arange(52, dtype=np.uint8), (decks, 1))
    for key in keys:
        order = np.take_along_axis(order, np.argsort(key, axis=1, kind="stable"), axis=1)
    return order


N = 60_000
DOWN = range(51, 0, -1)


def bad_packs(name: str) -> Decks:
    """Whole packs from a shuffle that is known to be bad."""
    rng = np.random.default_rng(7)
    match name:
        case "swaps with anything":
            return swapped(N, lambda rng, _: rng.integers(0, 52, N), range(52))
        case "never stays":
            return swapped(N, lambda rng, last: rng.integers(0, last, N), DOWN)
        case "leaves one out":
            return swapped(N, lambda rng, last: rng.integers(1, last + 1, N), range(51, 1, -1))
        case "remainders of 6 bits":
            return swapped(N, lambda rng, last: rng.integers(0, 64, N) % (last + 1), DOWN)
        case "remainders of 8 bits":
            return swapped(N, lambda rng, last: rng.integers(0, 256, N) % (last + 1), DOWN)
        case "sorted by a byte":
            return sorted_by((rng.integers(0, 256, (N, 52), dtype=np.uint8) for _ in range(1)), N)
        case "six riffles":
            return sorted_by((rng.integers(0, 2, (N, 52), dtype=np.uint8) for _ in range(6)), N)
        case "cut":
            return (np.arange(52, dtype=np.uint8) + rng.integers(0, 52, (N, 1), dtype=np.uint8)) % np.uint8(52)
    raise ValueError(name)


@pytest.mark.parametrize(
    "name",
    [
        "swaps with anything",
        "never stays",
        "leaves one out",
        "remainders of 6 bits",
        "remainders of 8 bits",
        "sorted by a byte",
        "six riffles",
        "cut",
    ],
)
def test_counting_finds_a_bad_shuffle(name: str) -> None:
    count = Count().add(bad_packs(name))
    assert not count.even(LIMIT), count.errors()


def test_counting_lets_a_fair_shuffle_be() -> None:
    fair_packs = swapped(N, lambda rng, last: rng.integers(0, last + 1, N), DOWN)
    count = Count().add(fair_packs)
    assert count.even(LIMIT), count.errors()


# Nature


@pytest.mark.parametrize("n", [1, 2, 3, 52])
def test_a_pick_is_even(n: int) -> None:
    size = 0 if n == 1 else 1
    picked = Counter(outcome(Pick(n), script(bytes([value][:size]))) for value in range(256 - 256 % n))
    assert set(picked) == set(range(n))
    assert len(set(picked.values())) == 1


def test_production_takes_from_the_operating_system() -> None:
    draw = Draw(PACK, (Group("hands", (13, 13, 13)), Group("spare", (13,))))
    assert outcome.__defaults__ == (os.urandom,)
    dealt_now = [outcome(draw) for _ in range(20)]
    assert len(set(dealt_now)) == 20
    assert all(draw.why_not(each) is None for each in dealt_now)


def test_the_same_entropy_deals_the_same() -> None:
    draw = Draw(PACK, (Group("hands", (13, 13)),))
    assert outcome(draw, hash_stream(3)) == outcome(draw, hash_stream(3))
    assert outcome(draw, hash_stream(3)) != outcome(draw, hash_stream(4))
