"""The whole order of hands under every combination of options as one digest each. Run as a program it rewrites the file."""

from array import array
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import TypeAlias

from prial.cards import PACK, Card, parse
from prial.ranks.brag import FourOfAKind, TopPrial, TopRun, ranking

FILE = Path(__file__).parent / "golden.txt"

WILD: dict[str, frozenset[Card]] = {
    "none": frozenset(),
    "one_card": frozenset(parse("Qs")),
    "one_eyed_jacks": frozenset(parse("JsJh")),
    "twos": frozenset(parse("2c2d2h2s")),
    "hoyle": frozenset(parse("AcAdAhAsJcJdJhJs9c9d9h9s")),
}
"""Named sets of wild cards; Hoyle's braggers are all aces, jacks and nines."""

Options: TypeAlias = tuple[TopPrial, TopRun, FourOfAKind, str]


def options() -> Iterator[Options]:
    """Every combination of options, with the named sets of wild cards."""
    yield from product(TopPrial, TopRun, FourOfAKind, WILD)


def digest(top_prial: TopPrial, top_run: TopRun, four_of_a_kind: FourOfAKind, wild: str) -> str:
    """The SHA-256 of all strengths: two bytes, low one first, for each three cards in the pack's order, then each rank's four."""
    of = ranking(top_prial, top_run, four_of_a_kind, WILD[wild])
    strengths = array("H", [of.table[a][b][c] for a, b, c in combinations(PACK, 3)])
    if four_of_a_kind is FourOfAKind.BEATS_ALL:
        strengths.extend(of.strength(PACK[first : first + 4]) for first in range(0, 52, 4))
    return sha256(b"".join(strength.to_bytes(2, "little") for strength in strengths)).hexdigest()


def lines() -> list[str]:
    """The file's lines: the options and their digest."""
    return [" ".join([*map(str, combination), digest(*combination)]) for combination in options()]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", "utf-8")
