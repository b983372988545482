"""Possible actions with thirteen cards and their results, counted and pinned: a change of what is allowed changes the counts.

With twenty-six cards two players have them all, so a deal determines both hands.
"""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from prial.cards import best_first, parse
from prial.core.game import NATURE, Chance, view
from prial.core.step import Step, step
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.rules import SCHEMA
from tests.games.xap_xam.rigged import greedy

PERFT: Final = Path(__file__).resolve().parent / "perft.txt"
DEALS: Final = {
    "dragons": "AsKsQsJsTs9s8s7s6s5s4s3s2s AhKhQhJhTh9h8h7h6h5h4h3h2h",
    "straights": "5s6h7d8c9s2h3d4c5d6cQsKdAh AsAdKsKcJsQdQh8s8d4sTh7h3c",
    "flushes": "As9s7s5s3sKh8h6h4h2hQcJc9c AhAdKsKdTsJsJh8s8d4sTc7d3c",
    "pairs and fours": "AsAhAdAcQdQc9s9h7d7c5s5h2d KsKhKdQsQhTdTcJs9d8c6s4h3c",
    "nothing": "AcKd9d8h7s7c5h4c4h3h3cJc2d AsAhKsQsQhJsTs9h8s6h5c4d2h",
}
"""Two hands for each case."""


def counted(name: str, preset: str, share: int) -> list[str]:
    """Counts of a deal's settings and results, as lines.

    Args:
        name: a case of `DEALS`.
        preset: the preset's name.
        share: every ``share``-th setting is settled, against one without a declaration.
    Returns:
        The number of deals of the pack, the number of settings with each instant win, and the numbers of settled ones by what
        decided and by the player's units.
    """
    mine, yours = (best_first(parse(hand)) for hand in DEALS[name].split())
    game = XapXamGame(SCHEMA.make({"players": 2, "length": 1}, preset), best_first((*mine, *yours)))
    first = step(game, game.start(), {}, NATURE, 1)
    assert isinstance(first, Step)
    node = game.node(first.state)
    assert isinstance(node, Chance)
    dealt = step(game, first.state, {}, NATURE, (mine, yours))
    assert isinstance(dealt, Step)
    choices = game.choices(view(dealt.state, 0))
    found, settled, other = Counter[str](), Counter[str](), greedy(yours)
    for at, lay in enumerate(choices):
        found[str(lay.declared or "nothing declared")] += 1
        if at % share == 0:
            (pair,) = game.scorer.settle(1, [lay.hands, other], {} if lay.declared is None else {0: lay.declared}).pairs
            settled[f"1 of {share} by {pair.by} {pair.units:+d}"] += 1
    assert found.total() == choices.count()
    lines = [("deals", node.draw.count()), *sorted(found.items()), *sorted(settled.items())]
    return [f"{name}, {preset}, {what}: {number}" for what, number in lines]


SETTLED: Final = re.compile(r", 1 of (\d+) by ")
SAMPLE: Final = 41
"""In `make test` one setting in this many is settled, under one preset for each of some deals; in `make soak` all are."""
CASES: Final = list(product(DEALS, SCHEMA.presets))


@pytest.mark.parametrize(
    ("share", "name", "preset"),
    [*((SAMPLE, *case) for case in CASES[4::4]), *(pytest.param(1, *case, marks=pytest.mark.soak) for case in CASES)],
)
def test_counts(share: int, name: str, preset: str) -> None:
    pinned = [line for line in PERFT.read_text("utf-8").splitlines() if line.startswith(f"{name}, {preset}, ")]
    settled = [(line, SETTLED.search(line)) for line in pinned]
    assert counted(name, preset, share) == [line for line, part in settled if part is None or int(part[1]) == share]


if __name__ == "__main__":
    LINES = {line: None for name, preset in CASES for share in (SAMPLE, 1) for line in counted(name, preset, share)}
    PERFT.write_text("\n".join(LINES) + "\n", "utf-8")
