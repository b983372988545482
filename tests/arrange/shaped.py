"""Thirteen cards for hands of five, five and three, in the form that server and client share.

``python -m tests.arrange.shaped`` writes the file.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from prial.arrange.guide import Hands, hands
from prial.cards import RANKS, Card, parse, rank

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "shaped.json"
"""The file that the browser client's tests read."""
CARDS: Final = parse("AsAhKdKhKcQsJsTs9h9d5c5d2h")
SHAPE: Final = (5, 5, 3)
KINDS: Final = ("high", "pair", "two pairs", "three", "full house", "four")
SHARES: Final = {(1, 1): 0, (2, 1): 1, (2, 2): 2, (3, 1): 3, (3, 2): 4, (4, 1): 5, (3,): 3}


def strength(hand: Sequence[Card]) -> int:
    """A strength from the counts of ranks, then the ranks. It is no game's, but it rises. A missing card is the lowest."""
    counts = sorted(Counter(map(rank, hand)).items(), key=lambda each: (each[1], each[0]), reverse=True)
    found = SHARES[tuple([count for _, count in counts][:2])]
    ranks = [each + 1 for each, _ in counts]
    for at in range(3):
        found = 14 * found + (ranks[at] if at < len(ranks) else 0)
    return found


def label(value: int) -> str:
    """The kind and its first rank."""
    kind, first = divmod(value // 14**2, 14)
    return f"{KINDS[kind]}, {RANKS[first - 1]}"


def shaped() -> Hands:
    """The guide for these cards."""
    return hands(CARDS, SHAPE, lambda cards, size: list(map(strength, combinations(cards, size))), label)


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(shaped())) + b"\n")
