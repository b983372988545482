"""Thousands of whole games: every preset by random players, and rare things from short packs, in which they are common.

Each case lists the branches of the rules that it must take at least 20 times, or once in a part of it; all cases together cover
all branches.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from prial.cards import PACK, Card, parse
from prial.core.record import Record, replay
from prial.core.step import Step
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.rules import SCHEMA
from tests.campaigns import SHARES, as_many_as_it_takes, missing
from tests.games.stop_the_bus.campaign import BRANCHES, Campaign

LOW: Final = parse("AsAhAdAcKsKhKdQsQhQd3s3h3d3c2s2h2d2c")
THREES: Final = parse("AsAhAdAcKsKhKdKc3s3h3d3c2s2h2d2c")
"""A pack with many prials."""
RUNS: Final = parse("AsAhAdAcKsKhQsQdQh3s3h3d2s2h2d2c")
"""A pack with many runs of both kinds."""
COURT: Final = parse("AsAhAdAcKsKhKdKcQsQhQdQc")
"""A pack with so few different hands that ties are common."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """Games of one kind."""

    preset: str
    must: str
    """Branches that must be taken often enough, separated by commas."""
    given: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    games: int = 120
    """Games in the whole campaign; the long campaign plays 2,000 more of each preset."""
    pack: tuple[Card, ...] = PACK
    calls: float = 0.15
    skill: float = 0.0
    """Probability that a player makes the best hand."""

    @property
    def branches(self) -> frozenset[str]:
        return frozenset(branch.strip() for branch in self.must.split(","))


CASES: Final[dict[str, Case]] = {
    "denexa": Case(
        preset="denexa",
        must="first_dealer=drawn, players=2, players=3, players=4, players=5, players=6, tokens, exchange=one, put_back=allowed, "
        "first_call=any_turn, call: with the exchange, call: while the next thinks, the caller pays, out, won",
    ),
    "pub": Case(
        preset="pub",
        must="exchange=one_or_three, take all and call, put_back=forbidden, "
        "first_call=after_first_round, the last of the first round calls, out, won",
    ),
    "prials": Case(preset="prials", games=80, must="exchange=one_or_three, tokens, won"),
    # Branches that random players hardly reach
    "the highest card deals": Case(
        preset="denexa",
        given={"first_dealer": "cut", "tokens": 1},
        players=(6,),
        games=240,
        must="first_dealer=cut, cut again",
    ),
    "the table names the dealer": Case(
        preset="denexa", given={"first_dealer": "named", "named_dealer": 2, "tokens": 1}, must="first_dealer=named, named_dealer"
    ),
    "prials from a short pack": Case(
        preset="prials",
        given={"tokens": 3},
        games=280,
        pack=THREES,
        players=(3, 4),
        skill=0.8,
        must="prial_call=costs_more, the top prial, a prial: as far as they have them, a prial: the best of several, "
        "several out at once, top_prial=threes",
    ),
    "prials that cost nothing more": Case(
        preset="denexa", pack=LOW, players=(3, 4, 5), games=60, skill=0.9, must="prial_call=off"
    ),
    "runs from a short pack": Case(preset="denexa", pack=RUNS, players=(3, 4), skill=0.7, must="top_run=ace_two_three"),
    "level hands from a short pack": Case(
        preset="denexa",
        given={"tokens": 1},
        pack=COURT,
        players=(2, 3),
        games=400,
        must="worst_tie=all_pay, played again",
    ),
    "nobody pays": Case(
        preset="pub",
        given={"worst_tie": "nobody_pays"},
        pack=COURT,
        players=(2, 3),
        games=60,
        must="worst_tie=nobody_pays",
    ),
    "aces first": Case(preset="pub", given={"top_prial": "aces"}, pack=THREES, players=(3, 4), skill=0.8, must="top_prial=aces"),
    "kings before twos": Case(
        preset="denexa", given={"top_run": "ace_king_queen"}, pack=RUNS, players=(3, 4), skill=0.7, must="top_run=ace_king_queen"
    ),
    "nobody stops": Case(preset="denexa", given={"max_turns": 6, "tokens": 2}, games=40, calls=0.02, must="max_turns"),
}


def run(case: Case, games: int, seed: str) -> Iterator[Counter[str]]:
    """Play the games of a case, with all numbers of players in turn; every hundredth is replayed from its record."""
    counts: Counter[str] = Counter()
    rng = Random(seed)
    for number in range(games):
        rules = SCHEMA.make({**case.given, "players": case.players[number % len(case.players)]}, case.preset)
        campaign = Campaign(rules, rng, counts, pack=case.pack, calls=case.calls, skill=case.skill)
        last = campaign.play()
        if number % 100 == 0:
            *_, move = replay(BusGame(rules, case.pack), Record(prial=1, game="stop_the_bus", seats=[], moves=campaign.moves))
            assert isinstance(move.done, Step)
            assert move.done.state == last
        yield counts


def test_together_the_cases_reach_every_branch() -> None:
    assert frozenset().union(*(case.branches for case in CASES.values())) == BRANCHES


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("name", CASES)
def test_whole_games_agree_with_the_book(name: str, share: int) -> None:
    case = CASES[name]
    counts = as_many_as_it_takes(case.branches, case.games, lambda games: run(case, games, name), share)
    assert not missing(case.branches, counts, share)


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_two_thousand_games_of_each_preset_agree_with_the_book(preset: str) -> None:
    *_, counts = run(CASES[preset], 2_000, f"long {preset}")
    print(preset, dict(counts))  # noqa: T201  # the campaign's result
    assert counts["won"] == 2_000
    assert not missing(CASES[preset].branches, counts)
