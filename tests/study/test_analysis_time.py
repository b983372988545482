"""An analysis with a limit of time tries as many worlds as the time allows. The clock is not real."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from prial.compiled import compiles
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import ActionError, RulesError
from prial.study import analysis as module
from prial.study.analysis import Analyser, Analysis, analyse, analyses
from tests.campaigns import soaking

SAMPLED = ["brag", "brag_poker", "stop_the_bus", *(["crash"] if compiles() else [])]
"""Games that try actions in possible worlds or deals. Without numba, Crash looks them up in tables."""
QUICK = [name for name in SAMPLED if name not in {"brag", "brag_poker"}]
"""The games in `make test`. A limit of time is the same to all of them."""


@dataclass
class Clock:
    """A clock that moves only while actions are tried."""

    cost: Callable[[int], float] = lambda worlds: worlds / 100
    """Seconds that an attempt takes, by its number of worlds."""
    now: float = 50.0
    """The time in seconds."""
    asked: list[int | None] = field(default_factory=list)
    """The number of worlds of each attempt."""

    def timed(self, analyser: Analyser) -> Analyser:
        """An analyser that moves this clock."""

        def asked(
            game: Any, seen: Any, key: str, bots: Any, worlds: int | None, wanted: int, also: Sequence[Any] = (), /
        ) -> Analysis:
            self.asked.append(worlds)
            self.now += self.cost(worlds or 0)
            return analyser(game, seen, key, bots, worlds, wanted, also)

        return asked


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(module, "find", lambda name: SimpleNamespace(needed=lambda part: clock.timed(find(name).needed(part))))
    return clock


def stand_in(clock: Clock, monkeypatch: pytest.MonkeyPatch, most: int | None = None) -> None:
    """Analyse in no time. If a greatest number of worlds is given, there are no more possible ones."""

    def analyser(*asked: Any) -> Analysis:
        return Analysis(worlds=asked[4] if most is None else min(asked[4], most))

    monkeypatch.setattr(module, "find", lambda _: SimpleNamespace(needed=lambda _: clock.timed(analyser)))


def table(name: str) -> tuple[Any, Any]:
    """A game, and the view of a seat that decides."""
    session = Session(find(name).make(), seed=3)
    return session.game, session.view(session.waiting[0])


def mean_error(found: Analysis) -> float:
    errors = [line.error for line in found.lines[1:] if line.error is not None]
    return sum(errors) / len(errors)


@pytest.mark.parametrize("name", soaking(SAMPLED, QUICK))
def test_more_time_gives_more_worlds_and_a_smaller_error(name: str, clock: Clock) -> None:
    found = []
    for seconds in (0.3, 1.5):
        begun = clock.now
        found.append(analyse(*table(name), seconds=seconds))
        assert clock.now - begun <= seconds
    short, long = found
    assert short.worlds == 20
    assert long.worlds > 40
    assert mean_error(long) < mean_error(short)


@pytest.mark.parametrize("name", soaking(SAMPLED, QUICK))
def test_the_result_is_that_of_as_many_worlds_without_a_limit(name: str, clock: Clock) -> None:
    found = analyse(*table(name), seconds=1, seed="key", most=3)
    assert found.worlds > 20
    assert found.worlds == clock.asked[-1]
    assert found == analyse(*table(name), worlds=found.worlds, seed="key", most=3)


@pytest.mark.parametrize("name", SAMPLED)
def test_an_analysis_says_in_how_many_worlds_it_was_made(name: str) -> None:
    assert analyse(*table(name), worlds=30).worlds == 30


def test_however_short_the_time_there_are_twenty_worlds(clock: Clock) -> None:
    assert analyse(*table("brag"), seconds=1e-6).worlds == 20


def test_what_is_computed_without_worlds_is_computed_once(clock: Clock) -> None:
    found = analyse(*table("xap_xam"), seconds=60)
    assert found == analyse(*table("xap_xam"))
    assert found.worlds == 0
    assert clock.asked == [2, None]


def test_all_possible_worlds_are_enough(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(clock, monkeypatch, most=12)
    assert analyse(*table("brag"), seconds=60).worlds == 12
    assert clock.asked == [2, 20]


@pytest.mark.parametrize("cost", [1e-5, 1e-3, 0.02])
def test_the_time_is_kept_and_used(cost: float, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """No attempt begins that would end too late, and a third of the time is used at least."""
    stand_in(clock, monkeypatch)
    clock.cost = lambda worlds: cost * worlds
    for tenths in range(5, 100):
        begun = clock.now
        found = analyse(*table("brag"), seconds=tenths / 10)
        used = clock.now - begun
        assert 0.3 * tenths / 10 <= used <= tenths / 10
        assert found.worlds == clock.asked[-1]


def test_worlds_that_take_longer_than_the_first_ones_are_reckoned_with(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each world takes a third longer, where there are many."""
    stand_in(clock, monkeypatch)
    clock.cost = lambda worlds: worlds / 100 * (4 / 3 if worlds > 20 else 1)
    for seconds in range(1, 60):
        begun = clock.now
        analyse(*table("brag"), seconds=seconds)
        assert clock.now - begun <= seconds


def test_what_is_loaded_once_does_not_make_worlds_look_slow(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(clock, monkeypatch)
    clock.cost = lambda worlds: worlds / 1000 + (3 if len(clock.asked) == 1 else 0)
    assert analyse(*table("brag"), seconds=5).worlds > 500


def test_a_very_long_time_does_not_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(clock, monkeypatch)
    clock.cost = lambda _: 0.0
    assert analyse(*table("brag"), seconds=1e9).worlds == 1_000_000


@pytest.mark.parametrize("name", soaking(SAMPLED, QUICK))
def test_a_stream_gives_the_analyses_in_more_and_more_worlds(name: str) -> None:
    found = []
    for each in analyses(*table(name), seed="key", most=3):
        found.append(each)
        if each.worlds >= 80:
            break
    assert [each.worlds for each in found] == [2, 20, 40, 80]
    assert found == [analyse(*table(name), worlds=each.worlds, seed="key", most=3) for each in found]


def test_a_stream_that_is_left_asks_for_nothing_more(clock: Clock) -> None:
    stream = analyses(*table("brag"))
    assert clock.asked == []
    next(stream)
    assert clock.asked == [2], "nothing is worked out before it is asked for"
    for _ in stream:
        break
    assert clock.asked == [2, 20]


def test_a_stream_ends_where_more_worlds_would_change_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [each.worlds for each in analyses(*table("xap_xam"))] == [0]
    stand_in(clock, monkeypatch, most=50)
    assert [each.worlds for each in analyses(*table("brag"))] == [2, 20, 40, 50]


def test_a_stream_has_an_end_and_does_not_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(clock, monkeypatch)
    worlds = [each.worlds for each in analyses(*table("brag"))]
    assert worlds[:5] == [2, 20, 40, 80, 160]
    assert worlds[-1] == 1_000_000


def test_a_stream_keeps_a_limit_of_time_and_what_its_reader_does_counts(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(clock, monkeypatch)
    for seconds in (3.0, 7.0, 20.0):
        begun = clock.now
        worlds = 0
        for found in analyses(*table("brag"), seconds=seconds):
            clock.now += 0.2
            worlds = found.worlds
        assert seconds * 0.3 <= clock.now - begun <= seconds + 0.2
        assert 20 < worlds < 100 * seconds


def test_a_stream_refuses_at_the_call() -> None:
    game, seen = table("brag")
    with pytest.raises(ActionError, match="has nothing to decide"):
        analyses(game, Session(game, seed=3).view(None))
    with pytest.raises(RulesError, match="bot"):
        analyses(game, seen, bots={1: "nobody"})
    for wrong in ({"most": 0}, {"seconds": -1}):
        with pytest.raises(ValueError, match=r"[Aa]n analysis"):
            analyses(game, seen, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_above_nothing_and_has_an_end(seconds: float) -> None:
    with pytest.raises(ValueError, match="a number of seconds above 0"):
        analyse(*table("brag"), seconds=seconds)


def test_either_worlds_or_seconds_are_given() -> None:
    with pytest.raises(ValueError, match="either a number of worlds or a limit of seconds, not both"):
        analyse(*table("xap_xam"), worlds=50, seconds=1)
