"""The settling of a deal, checked against the second model under random rules, with deals in which rare things are common."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from prial.cards import names
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.settle import By, Scorer, Settled
from tests.games.xap_xam import oracle
from tests.games.xap_xam.oracle import Setting
from tests.games.xap_xam.rigged import WISHES, deal, declare, plain, random_rules
from tests.ranks import slow_poker

KINDS = [
    ["anything"],
    list(WISHES),
    ["flushes", "mirror"],
    ["straights", "mirror"],
    ["dragon", "mirror", "pairs"],
    ["straight_flush", "fours", "threes"],
    ["twins", "straights", "straight_flush"],
    ["threes", "mirror", "anything"],
    ["anything", "mirror"],
]
"""What chance favours in a deal."""


def told(settled: Settled) -> dict[str, Any]:
    """The game's result in the oracle's form."""
    return {
        "units": [*settled.units],
        "mis_set": [*settled.mis_set],
        "instant": {seat: str(what) for seat, what in settled.instants},
        "pairs": [{"seats": [*pair.seats], "rows": [*pair.rows], "units": [pair.units, -pair.units]} for pair in settled.pairs],
    }


def count(seen: Counter[str], rules: dict[str, Any], hands: list[Setting], declared: dict[int, str], settled: Settled) -> None:
    """Count what happened in a deal."""
    for pair in settled.pairs:
        a, b = pair.seats
        mine, yours = dict(settled.instants).get(a), dict(settled.instants).get(b)
        seen[f"decided by {pair.by}"] += 1
        seen["equal instant wins"] += mine is not None and mine == yours
        seen["unequal instant wins"] += mine is not None and yours is not None and mine != yours
        seen["an instant win beats a mis-set hand"] += pair.by is By.INSTANT and bool({a, b} & {*settled.mis_set})
        seen["both mis-set"] += {a, b} <= {*settled.mis_set}
        seen["royalties"] += pair.royalties != 0
        seen["all three"] += abs(sum(pair.rows)) == 3
        same = [oracle.strength(rules, x) == oracle.strength(rules, y) for x, y in zip(hands[a], hands[b], strict=True)]
        seen["level rows"] += pair.by is By.HANDS and any(same)
        seen["all rows level"] += pair.by is By.HANDS and all(same)
    seen["three straights or flushes the wrong way round"] += any(seat in settled.mis_set for seat in declared)
    seen["level rows of one setting"] += any(oracle.strength(rules, x) == oracle.strength(rules, y) for x, y, _ in hands)
    for hand in hands:
        seen.update(f"a {slow_poker.category(row)}" for row in hand)
    seen.update(f"{what} declared" for what in declared.values())


def compare(rng: Random, deals: int) -> Counter[str]:
    """Settle deals under random rules twice; returns counts of what happened."""
    seen: Counter[str] = Counter()
    game_rules = random_rules(rng)
    rules, scorer = plain(game_rules), Scorer(game_rules)
    for _ in range(deals):
        players, kind = game_rules.players, rng.choice(KINDS)
        ways = [rng.random()] * players if rng.random() < 0.5 else [rng.random() for _ in range(players)]
        dealt = deal(rng, players, kind)
        laid = [declare(Random(way), rules, cards) for way, cards in zip(ways, dealt, strict=True)]
        hands, dealer = [rows for rows, _ in laid], rng.randrange(players)
        declared = {seat: what for seat, (_, what) in enumerate(laid) if what is not None}
        before = [rng.randint(-20, 20) for _ in range(players)]
        settled = scorer.settle(dealer, hands, {seat: Instant(what) for seat, what in declared.items()}, before)
        about = (rules, dealer, [[*map(names, rows)] for rows in hands], declared)
        assert told(settled) == oracle.settle(rules, dealer, hands, declared), about
        assert sum(settled.units) == 0, about
        assert [*settled.scores] == [x + y for x, y in zip(before, settled.units, strict=True)]
        for pair in settled.pairs:
            check_how(rules, settled, pair)
        count(seen, rules, hands, declared, settled)
    return seen


def check_how(rules: dict[str, Any], settled: Settled, pair: Any) -> None:
    """Check what decided, and how many of the units are royalties."""
    apart = {*pair.seats} & {*settled.mis_set}
    won = {*pair.seats} & {*dict(settled.instants)}
    assert pair.by is (By.INSTANT if won else By.MIS_SET if apart else By.HANDS)
    assert rules["strong_five"] == "royalties" or pair.royalties == 0
    if rules["unit"] == "per_hand" and not won:
        total = sum(pair.rows)
        swept = rules["sweep"] * (total // 3 if abs(total) == 3 else 0)
        assert pair.units == total + swept + pair.royalties


RARE = [
    *(f"decided by {by}" for by in By),
    *(f"{what} declared" for what in Instant),
    *(f"a {category}" for category in slow_poker.CATEGORIES),
    *("equal instant wins", "unequal instant wins", "an instant win beats a mis-set hand", "both mis-set", "royalties"),
    *("all three", "level rows", "all rows level", "level rows of one setting"),
    "three straights or flushes the wrong way round",
]


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.soak) for part in range(1, 80))])
def test_a_deal_is_settled_as_the_rules_say(part: int) -> None:
    """Compared with the second model; every rare thing happens in each part."""
    seen: Counter[str] = Counter()
    for seed in range(50):
        seen += compare(Random(f"{part} {seed}"), 8)
    assert not [what for what in RARE if not seen[what]]
