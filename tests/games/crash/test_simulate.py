import tracemalloc
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from prial.errors import RulesError
from prial.games.crash import KIND, CrashGame
from prial.games.crash.study import simulate as study
from prial.games.crash.study.simulate import Sums, report, score, simulate
from prial.study.chunks import Counting
from prial.study.intervals import wilson
from prial.study.work import Workers
from tests.campaigns import sizes


def table(preset: str = "online", **given: Any) -> CrashGame:
    game = KIND.make(given, preset)
    assert isinstance(game, CrashGame)
    return game


def total(game: CrashGame, bots: list[str], deals: int, **more: Any) -> Sums:
    return reduce(add, simulate(game, bots, deals, **more))


def same(a: Sums, b: Sums) -> bool:
    fields = ("points", "squares", "crashes", "won", "stopped", "empty")
    return a.deals == b.deals and all(np.array_equal(getattr(a, field), getattr(b, field)) for field in fields)


@pytest.mark.parametrize("preset", ["online", "wikipedia", "bouncer", "nine", "nine_pot", "seven", "six"])
def test_compiled_and_plain_give_the_same(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    game = table(preset)
    bots = ["sharp", "greedy", "random", "sharp"]
    plain = total(game, bots, 40, seed=3)
    monkeypatch.setattr(study, "_WORTH_COMPILING", 1)
    assert same(plain, total(game, bots, 40, seed=3))


def test_result_does_not_depend_on_who_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(study, "CHUNK", 4_000)
    game = table()
    bots = ["greedy"] * 4
    found = [total(game, bots, 9_300, counting=Counting(Workers(many))) for many in (1, 3)]
    assert same(*found)
    assert not same(total(game, ["greedy"] * 4, 2300), total(game, ["greedy"] * 4, 2300, seed=2))


@pytest.mark.parametrize("given", [{}, {"tie": "next_best"}, {"crash_points": 3}, {"crash": "wins_game"}, {"min_hand": "flush"}])
def test_score_agrees_with_the_game(given: dict[str, Any]) -> None:
    game = table(**given)
    rng = np.random.default_rng(5)
    for _ in range(300):
        strengths = -np.sort(-rng.integers(640, 660, (game.seats, 4)), axis=1)
        strengths[rng.random(strengths.shape) < 0.1] = 0
        sums = score(game.rules, strengths[None].astype(np.int32))
        for place in range(4):
            expected = game.scorer.place(strengths[:, place].tolist())
            winner = np.flatnonzero(sums.won[:, place])
            assert list(winner) == ([] if expected.winner is None else [expected.winner])
            assert sums.stopped[place] == (expected.reason == "stopper")
            assert sums.empty[place] == (expected.reason == "empty")
        bonus = game.rules.crash_points if given.get("crash") != "wins_game" else 0
        assert sums.points.sum() == sums.won.sum() + bonus * sums.crashes.sum()


def test_deals_that_the_game_itself_plays_are_counted_by_its_own_settling() -> None:
    game = table("pub")
    sums = total(game, ["greedy", "sharp", "greedy", "random"], 30, seed=4)
    assert sums.deals == 30
    assert sums.points.sum() >= sums.won.sum()  # four of a kind adds some points
    assert all(
        won + stopped + empty == 30 for won, stopped, empty in zip(sums.won.sum(axis=0), sums.stopped, sums.empty, strict=True)
    )


@pytest.mark.parametrize("deals", sizes(150, 900))
def test_both_ways_agree_within_their_errors(monkeypatch: pytest.MonkeyPatch, deals: int) -> None:
    game = table()
    quick = report(total(game, ["greedy"] * 4, deals, seed=1), ["greedy"] * 4)
    monkeypatch.setattr(study, "_needs_only_arranging", lambda _: False)
    slow = report(total(game, ["greedy"] * 4, deals, seed=1), ["greedy"] * 4)
    for a, b in zip(quick.seats, slow.seats, strict=True):
        assert abs(a.points.mean - b.points.mean) < 5 * (a.points.error + b.points.error)


def test_standard_errors() -> None:
    points, squares, crashes = np.array([[50.0], [70.0], [20.0]])
    sums = Sums(100, points, squares, crashes, np.array([[25.0]]), np.array([9.0]), np.array([0.0]))
    found = report(sums, ["x"])
    assert found.seats[0].points.mean == 0.5
    assert found.seats[0].points.error == pytest.approx((0.45 / 99) ** 0.5)
    assert found.seats[0].crash == wilson(20, 100)
    assert found.places[0].stopper.mean == 0.09
    assert "20.00 % (13.34–28.88)" in found._repr_html_()
    assert "20.00 % (13.34–28.88)" in str(found).splitlines()[1]


def test_memory_does_not_grow_with_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_AT_ONCE", 50)
    here = Counting(Workers(1))
    game = table()
    total(game, ["random"] * 4, 100, counting=here)  # makes everything that is made only once

    def peak(deals: int) -> int:
        tracemalloc.start()
        total(game, ["random"] * 4, deals, counting=here)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(900) < 1.5 * peak(200)


def test_unknown_bots_and_no_deals_are_refused() -> None:
    with pytest.raises(RulesError, match="no bot 'genius'"):
        total(table(), ["genius"] * 4, 10)
    with pytest.raises(RulesError, match="deals"):
        total(table(), ["greedy"] * 4, 0)
