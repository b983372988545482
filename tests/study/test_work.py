"""Long work gives the same results wherever it runs, in order and once each; where it can't run, a sentence says so."""

import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prial.errors import PrialError, RulesError
from prial.games.crash import KIND, CrashGame
from prial.games.crash.study.simulate import Sums, simulate
from prial.study import work
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.work import Workers, processors

Run = Callable[[int], int]


def slowly(number: int) -> int:
    """Tasks take less time the later they come, so that they finish in the reverse order."""
    time.sleep(0.002 * (number % 5 == 0))
    return number**3


def check(workers: Workers, many: int = 40, *, compiled: bool = True) -> None:
    """Check that each task is done once, and that its result is in the task's place."""
    with workers:
        assert list(workers.in_order(slowly, range(many), compiled=compiled)) == [number**3 for number in range(many)]


@pytest.mark.parametrize("many", [1, 2, 7, None])
@pytest.mark.parametrize("compiled", [True, False])
def test_results_come_in_the_order_of_their_tasks(many: int | None, compiled: bool) -> None:
    check(Workers(many), compiled=compiled)


class _Spoilt(Workers):
    """An executor with a fault: it loses a result, gives one twice, or changes the order."""

    def __init__(self, fault: str) -> None:
        super().__init__(3)
        self.fault = fault

    def in_order(self, run: Any, tasks: Iterable[Any], **more: Any) -> Iterator[Any]:
        found = list(super().in_order(run, tasks, **more))
        match self.fault:
            case "lost":
                del found[7]
            case "twice":
                found.insert(7, found[7])
            case "as they come":
                found[7], found[8] = found[8], found[7]
        yield from found


@pytest.mark.parametrize("fault", ["lost", "twice", "as they come"])
def test_the_check_finds_each_fault(fault: str) -> None:
    with pytest.raises(AssertionError):
        check(_Spoilt(fault))


@given(many=st.integers(1, 9), tasks=st.integers(0, 60), known=st.sets(st.integers(0, 60)))
@settings(deadline=None)
def test_what_is_known_is_not_done_again(many: int, tasks: int, known: set[int]) -> None:
    done: list[int] = []

    def run(number: int) -> int:
        done.append(number)
        return -number

    with Workers(many) as workers:
        found = workers.in_order(run, range(tasks), compiled=True, known=lambda each: 1000 if each in known else None)
        assert list(found) == [1000 if number in known else -number for number in range(tasks)]
    assert sorted(done) == [number for number in range(tasks) if number not in known]


def test_tasks_are_drawn_as_they_are_needed() -> None:
    drawn: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(10_000):
            drawn.append(number)
            yield number

    with Workers(2) as workers:
        found = workers.in_order(slowly, tasks(), compiled=True)
        assert next(found) == 0
        assert len(drawn) < 20


def test_no_more_at_once_than_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system doesn't bind processes to processors")
    assert 1 <= processors() <= len(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3})
    assert processors() == 1


@pytest.mark.parametrize(
    ("limit", "found"), [("max 100000", 8), ("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1), ("gibberish", 8)]
)
def test_a_containers_share_counts(limit: str, found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux, cgroup v2: cpu.max contains microseconds of processor time, and the period in which they may be used."""
    files = {"/proc/self/cgroup": "0::/pub\n", "/sys/fs/cgroup/pub/cpu.max": limit}
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(Path, "read_text", lambda self, _: files[self.as_posix()])
    assert processors() == found


def test_work_that_is_broken_off_leaves_no_process_behind() -> None:
    def broken_off() -> None:
        with Workers(2) as workers:
            next(workers.in_order(time.sleep, [0.0, *[30.0] * 20], compiled=False))
            raise KeyboardInterrupt

    began, others = time.monotonic(), {*multiprocessing.active_children()}
    with pytest.raises(KeyboardInterrupt):
        broken_off()
    for process in {*multiprocessing.active_children()} - others:
        process.join()
    assert time.monotonic() - began < 20


# Elsewhere


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster with a process of two threads. It takes seconds to start, so all tests have the same."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def cluster(scheduler: str) -> Iterator[Workers]:
    with Workers(on=scheduler) as workers:
        yield workers


def crash(deals: int, workers: Workers, **rules: Any) -> list[Sums]:
    game = KIND.make(rules, "online")
    assert isinstance(game, CrashGame)
    return list(simulate(game, ["sharp", "greedy", "random", "sharp"], deals, 5, Counting(workers)))


def test_dask_gives_what_threads_and_processes_give(cluster: Workers) -> None:
    check(cluster)
    pytest.importorskip("numba")
    assert repr(crash(45_000, cluster)) == repr(crash(45_000, Workers(2))) == repr(crash(45_000, Workers(1)))
    declared = {"thirteen_straight": "wins_game"}  # the game itself plays, deal by deal
    assert repr(crash(120, cluster, **declared)) == repr(crash(120, Workers(2), **declared))
    bots = ["random", "sharp"]
    found = [ladder("crash", {}, bots, "greedy", 4, counting=Counting(each)) for each in (cluster, Workers(2), Workers(1))]
    assert found[0] == found[1] == found[2]


def test_what_cant_be_sent_is_refused(cluster: Workers) -> None:
    with pytest.raises(PrialError, match="mine isn't an installed game"), cluster as workers:
        list(workers.in_order(slowly, [1], compiled=False, own="mine"))


@pytest.mark.parametrize(
    ("on", "sentence"),
    [
        ("nowhere", "'nowhere' isn't a cluster to count on"),
        ("local:0", "'local:0' isn't a cluster to count on"),
        ("local:two", "'local:two' isn't a cluster to count on"),
        ("tcp://127.0.0.1:9", "No Dask scheduler answers at tcp://127.0.0.1:9"),
        ("tcp://nonsense", "No Dask scheduler answers at tcp://nonsense"),
    ],
)
def test_a_place_where_nobody_counts_is_said(on: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(work, "_PATIENCE", 0.5)
    with pytest.raises(PrialError) as refused, Workers(on=on) as workers:
        list(workers.in_order(slowly, [1], compiled=True))
    assert str(refused.value).startswith(sentence)


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "find_spec", lambda _: None)
    with pytest.raises(PrialError, match=r"pip install 'prial\[cluster\]'"), Workers(on="local:2") as workers:
        list(workers.in_order(slowly, [1], compiled=True))


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    none = {"n_workers": 0, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
    with distributed.LocalCluster(**none, dashboard_address=":0") as cluster:
        monkeypatch.setattr(work, "_PATIENCE", 0.5)
        with pytest.raises(PrialError, match="has no workers"), Workers(on=cluster.scheduler_address) as workers:
            list(workers.in_order(slowly, [1], compiled=True))


def test_workers_with_another_prial_are_refused(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "version", lambda: "0.0.1")
    with pytest.raises(PrialError, match=r"have Prial 0\.0\.1, but this is"), Workers(on=scheduler) as workers:
        list(workers.in_order(slowly, [1], compiled=True))


@pytest.mark.soak
def test_workers_that_are_killed_cost_their_chunks_alone() -> None:
    """A worker is killed fifty times in one count; Dask starts another one, and the sum is the same to the bit."""
    distributed = pytest.importorskip("distributed")
    killed, over = 0, threading.Event()
    bots = ["sharp", "greedy", "random"]
    alone = ladder("crash", {}, bots, "greedy", 5_000)
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0") as cluster:

        def kill() -> None:
            nonlocal killed
            while killed < 50 and not over.wait(2):
                cluster.scale(3)  # some killed workers aren't started again
                there = set(cluster.scheduler.workers)
                alive = [nanny.pid for nanny in cluster.workers.values() if nanny.worker_address in there and nanny.pid]
                if len(alive) > 1:
                    os.kill(random.choice(alive), signal.SIGKILL)
                    killed += 1

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            while killed < 50:
                assert (
                    ladder("crash", {}, bots, "greedy", 5_000, counting=Counting(Workers(on=cluster.scheduler_address))) == alone
                )
        finally:
            over.set()
            killer.join()
    assert killed == 50


@pytest.mark.parametrize("many", [0, -3])
def test_at_least_one_task_runs_at_once(many: int) -> None:
    with pytest.raises(RulesError, match="At least 1 task runs at once"):
        Workers(many)
