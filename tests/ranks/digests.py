"""The order of all hands as a digest, for each combination of options. Run as a program, this rewrites the file of digests."""

from array import array
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, combinations, combinations_with_replacement, product
from pathlib import Path
from typing import TypeAlias

from prial.cards import PACK, Card, parse
from prial.ranks import poker
from prial.ranks.brag import FourOfAKind, TopPrial, TopRun, ranking

FILE = Path(__file__).parent / "golden.txt"
POKER = Path(__file__).parent / "golden_poker.txt"
"""The same for poker hands of five and three cards."""

WILD: dict[str, frozenset[Card]] = {
    "none": frozenset(),
    "one_card": frozenset(parse("Qs")),
    "one_eyed_jacks": frozenset(parse("JsJh")),
    "twos": frozenset(parse("2c2d2h2s")),
    "hoyle": frozenset(parse("AcAdAhAsJcJdJhJs9c9d9h9s")),
}
"""Named sets of wild cards; Hoyle's "braggers" are all aces, jacks and nines."""

Options: TypeAlias = tuple[TopPrial, TopRun, FourOfAKind, str]


def options() -> Iterator[Options]:
    """All combinations of options, with the named sets of wild cards."""
    yield from product(TopPrial, TopRun, FourOfAKind, WILD)


def digest(top_prial: TopPrial, top_run: TopRun, four_of_a_kind: FourOfAKind, wild: str) -> str:
    """The SHA-256 of all strengths, as two bytes each, low byte first.

    First all three cards in the pack's order, then each rank's four.
    """
    of = ranking(top_prial, top_run, four_of_a_kind, WILD[wild])
    strengths = array("H", [of.table[a][b][c] for a, b, c in combinations(PACK, 3)])
    if four_of_a_kind is FourOfAKind.BEATS_ALL:
        strengths.extend(of.strength(PACK[first : first + 4]) for first in range(0, 52, 4))
    return _hashed(strengths)


def _hashed(strengths: Sequence[int]) -> str:
    """The SHA-256 of strengths, as two bytes each, low byte first."""
    return sha256(b"".join(strength.to_bytes(2, "little") for strength in strengths)).hexdigest()


def lines() -> list[str]:
    """The lines of the file: the options and their digest."""
    return [" ".join([*map(str, combination), digest(*combination)]) for combination in options()]


def unsuited(count: int) -> Iterator[tuple[Card, ...]]:
    """Cards of each choice of ranks, the lowest first, and never all of one suit."""
    for ranks in combinations_with_replacement(range(13), count):
        if ranks.count(ranks[0]) <= 4:
            yield tuple([4 * rank + at % 4 for at, rank in enumerate(ranks)])


def suited() -> Iterator[tuple[Card, ...]]:
    """Five spades of each choice of ranks, the lowest first."""
    return combinations(PACK[3::4], 5)


def poker_digest(wheel: poker.Wheel, *, strong: bool) -> str:
    """The same for poker: five cards not of one suit (`unsuited`), five of one suit (`suited`), three cards (`unsuited`)."""
    of = poker.ranking(wheel, strong=strong)
    return _hashed([of.strength(cards) for cards in chain(unsuited(5), suited(), unsuited(3))])


def poker_lines() -> list[str]:
    """The lines of the file of poker hands."""
    return [
        f"{wheel} {'strong' if strong else 'plain'} {poker_digest(wheel, strong=strong)}"
        for wheel, strong in product(poker.Wheel, (True, False))
    ]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", "utf-8")
    POKER.write_text("\n".join(poker_lines()) + "\n", "utf-8")
