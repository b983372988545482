"""Thousands of whole games: every preset by random players, and rare things from deals in which they are common.

Each case lists the branches of the rules that it must take at least 20 times, or once in a part of it; all cases together cover
all branches.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from prial.core.record import Record, replay
from prial.core.step import Step
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.rules import SCHEMA
from tests.campaigns import SHARES, as_many_as_it_takes, missing
from tests.games.xap_xam.campaign import BRANCHES, Campaign


@dataclass(frozen=True, kw_only=True)
class Case:
    """Games of one kind."""

    preset: str
    must: str
    """Branches that must be taken often enough, separated by commas."""
    given: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4)
    games: int = 160
    """Games in the whole campaign; the long campaign plays 2,000 more of each preset."""
    wishes: tuple[str, ...] = ()
    """What chance favours; empty for a fair shuffle."""
    declines: float = 0.25
    alike: float = 0.3

    @property
    def branches(self) -> frozenset[str]:
        return frozenset(branch.strip() for branch in self.must.split(","))


CASES: Final[dict[str, Case]] = {
    # Every preset, by random players and a fair shuffle
    "xap_xam": Case(
        preset="xap_xam",
        must="first_dealer=drawn, players=2, players=3, players=4, "
        "length, the deal passes to the left, won, compare=dealer, unit=overall, "
        "mis-set, mis-set: the upper, the dealer wins: both mis-set",
    ),
    "chinese_poker": Case(
        preset="chinese_poker",
        must="compare=everyone, unit=per_hand, sweep, nobody wins: both mis-set, instant=none",
    ),
    "mau_binh": Case(preset="mau_binh", must="strong_five=royalties"),
    # Branches that random players hardly reach
    "the highest card deals": Case(
        preset="xap_xam",
        given={"first_dealer": "cut", "length": 1},
        players=(4,),
        games=240,
        must="first_dealer=cut, cut again",
    ),
    "the table names the dealer": Case(
        preset="xap_xam", given={"first_dealer": "named", "named_dealer": 2, "length": 1}, must="first_dealer=named, named_dealer"
    ),
    "instant wins": Case(
        preset="xap_xam",
        wishes=("dragon", "straight_flush", "fours", "pairs", "straights", "flushes", "flushes"),
        games=240,
        must="instant: whole_dragon, instant: straight_flush, instant: four_of_a_kind, instant: six_pairs, "
        "instant: three_straights, instant: three_flushes, instant: declined, instant: not in order, "
        "instant: beats a mis-set hand, instant: the higher of two, instant: the wrong way round",
        declines=0.2,
    ),
    "equal instant wins": Case(
        preset="xap_xam",
        given={"instant": "three_flushes 3, six_pairs 7, four_of_a_kind, whole_dragon 20"},
        wishes=("dragon", "pairs", "flushes", "fours", "mirror"),
        declines=0.1,
        must="the dealer wins: equal instant wins, instant: units of its own, instant: another order",
    ),
    "equal instant wins that nobody wins": Case(
        preset="mau_binh",
        wishes=("dragon", "pairs", "mirror"),
        declines=0.1,
        must="nobody wins: equal instant wins",
    ),
    "level hands": Case(
        preset="xap_xam",
        given={"unit": "per_hand", "instant": "none"},
        wishes=("anything", "mirror", "mirror", "threes"),
        alike=0.9,
        games=320,
        must="dealer_ties=dealer_wins, the dealer wins: all three by a tie, sweep, strong_five=instant_only",
    ),
    "level hands that nobody wins": Case(
        preset="xap_xam",
        given={"dealer_ties": "no_one"},
        wishes=("anything", "threes", "mirror"),
        alike=0.9,
        games=560,
        must="dealer_ties=no_one, nobody wins: as many rows each",
    ),
    "shared wins": Case(preset="xap_xam", given={"length": 2}, players=(3, 4), must="shared win"),
    "level rows of one setting": Case(preset="xap_xam", wishes=("twins",), must="equal_rows=mis_set"),
    "level rows of one setting that are allowed": Case(preset="chinese_poker", wishes=("twins",), must="equal_rows=allowed"),
    "low straights": Case(
        preset="xap_xam", given={"instant": "none"}, wishes=("straights", "twins"), games=400, must="wheel=lowest"
    ),
    "the second straight": Case(
        preset="xap_xam",
        given={"instant": "none", "wheel": "second_highest"},
        wishes=("straights", "twins"),
        games=640,
        must="wheel=second_highest",
    ),
    "royalties": Case(
        preset="mau_binh",
        given={"instant": "none"},
        wishes=("fours", "threes", "straight_flush", "straight_flush"),
        games=320,
        must="royalties: upper three, royalties: middle full house, royalties: lower four, royalties: middle four, "
        "royalties: lower straight flush, royalties: middle straight flush, royalties: a mis-set hand pays them",
    ),
    "royalties by a tie": Case(
        preset="mau_binh",
        given={"instant": "none", "compare": "dealer"},
        players=(2,),
        wishes=("straight_flush", "mirror"),
        alike=1.0,
        games=320,
        must="royalties: by a tie",
    ),
}


def run(case: Case, games: int, seed: str, length: int = 3) -> Iterator[Counter[str]]:
    """Play the games of a case, with all numbers of players in turn; every fiftieth is replayed from its record."""
    counts: Counter[str] = Counter()
    rng = Random(seed)
    for number in range(games):
        given = {"length": length, **case.given, "players": case.players[number % len(case.players)]}
        rules = SCHEMA.make(given, case.preset)
        campaign = Campaign(rules, rng, counts, wishes=case.wishes, declines=case.declines, alike=case.alike)
        last = campaign.play()
        if number % 50 == 0:
            *_, move = replay(XapXamGame(rules), Record(prial=1, game="xap_xam", seats=[], moves=campaign.moves))
            assert isinstance(move.done, Step)
            assert move.done.state == last
        yield counts


def test_together_the_cases_reach_every_branch() -> None:
    assert frozenset().union(*(case.branches for case in CASES.values())) == BRANCHES


def test_every_value_of_every_option_is_a_branch() -> None:
    counted = {"instant": "instant:", "sweep": "sweep", "length": "length", "named_dealer": "named_dealer"}
    for option in SCHEMA.options.values():
        if option.name in counted:
            assert any(branch.startswith(counted[option.name]) for branch in BRANCHES)
        else:
            values = [value.value for value in option.values] or ["2", "3", "4"]
            assert {f"{option.name}={value}" for value in values} <= BRANCHES


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", CASES)
def test_whole_games_agree_with_the_book(name: str, share: int) -> None:
    case = CASES[name]
    counts = as_many_as_it_takes(case.branches, case.games, lambda games: run(case, games, name), share)
    assert not missing(case.branches, counts, share)


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_two_thousand_games_of_each_preset_agree_with_the_book(preset: str) -> None:
    *_, counts = run(CASES[preset], 2_000, f"long {preset}", length=6)
    print(preset, dict(counts))  # noqa: T201  # the campaign's result
    assert counts["won"] + counts["shared win"] == 2_000
    assert not missing(CASES[preset].branches, counts)
