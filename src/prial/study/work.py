"""Runs long tasks in threads or processes, or on other machines with Dask. The results are the same everywhere."""

import logging
import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from itertools import chain, islice
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from prial import __version__
from prial.arguments import unfit
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "work.dask": "Counting on other machines needs Dask: install it, as in pip install 'prial[cluster]'.",
        "work.on": "{on!r} isn't a cluster to count on: give the address of a Dask scheduler, as in tcp://host:8786, or local:N.",
        "work.silent": "No Dask scheduler answers at {on}.",
        "work.nobody": "The scheduler at {on} has no workers: start some, as in dask worker {on}.",
        "work.gone": "All workers at {on} have gone. Start some; with --keep the same command then goes on where it stopped.",
        "work.other": "The workers at {on} have Prial {there}, but this is Prial {here}: install the same version everywhere.",
        "work.without": "The workers at {on} don't have Prial: install Prial {here} there.",
        "work.sent": "A task can't be sent to the other processes: {why}. Define its classes and functions at the top of a "
        "module, or count in this process alone, with Counting(Workers(1)).",
        "work.here": "{game} isn't an installed game but part of this program: it can't be counted on other machines.",
    },
)

_TASK = TypeVar("_TASK")
"""The type of a task."""
_RESULT = TypeVar("_RESULT")
"""The type of a task's result."""
_PATIENCE: Final = 10
"""Seconds to wait for a scheduler, for its first worker, and between two looks at a running task."""
_AGAIN: Final = 20
"""Greatest number of times that a task is submitted again because its worker died."""
_ALONE: Final = 60
"""Seconds after which a cluster without workers is given up."""
_AHEAD: Final = 4
"""At most this many tasks are submitted for each thread or process, so that none runs out of tasks."""


def processors() -> int:
    """Get the number of processors that this process may use. Limits of a container (Linux, cgroup v2) are taken into account."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        group = Path("/proc/self/cgroup").read_text("ascii").strip().rpartition("::")[2]
        quota, period = (Path("/sys/fs/cgroup") / group.lstrip("/") / "cpu.max").read_text("ascii").split()
        return max(1, min(bound, ceil(int(quota) / int(period))))
    except (OSError, ValueError):  # no control groups, or a group without a limit: "max 100000"
        return bound


class Workers:
    """Threads, processes or a cluster, on which many tasks run at the same time.

    They are started when they are first needed, and closed at the end of the outermost ``with`` block.

    Args:
        many: number of tasks to run at once. None takes the number from `processors`; on a cluster, the number of all its
            workers' threads.
        on: the address of a Dask scheduler, or ``local:N`` for N Dask workers on this machine; None for no cluster.
    Raises:
        RulesError: if ``many`` is below 1.
    """

    def __init__(self, many: int | None = None, on: str | None = None) -> None:
        if many is not None and many < 1:
            raise unfit(f"At least 1 task runs at once, not {many}")
        self._many, self._on = many, on
        self._deep = 0
        self._open = ExitStack()
        self._executors: dict[str, Executor] = {}
        self._client: Any = None
        self._at_once = many or processors()

    def __enter__(self) -> Self:
        self._deep += 1
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._deep -= 1
        if not self._deep:
            self._executors.clear()
            self._open.__exit__(kind, error, trace)

    def in_order(
        self,
        run: Callable[[_TASK], _RESULT],
        tasks: Iterable[_TASK],
        *,
        compiled: bool,
        own: str | None = None,
        known: Callable[[_TASK], _RESULT | None] = lambda _: None,
    ) -> Iterator[_RESULT]:
        """Run tasks at the same time. Call it inside the ``with`` block of these workers.

        Args:
            run: does one task. Other processes get the function and the tasks pickled.
            tasks: the tasks. Only a few are taken from the iterable ahead of time.
            compiled: whether ``run`` releases Python's global lock. If so, the tasks run in threads, not in other processes. On a
                cluster, it has no effect.
            own: name of a game that ``run`` needs, if only this program knows the game; otherwise None.
            known: gives a task's result from an earlier run; None if the task must be run.
        Yields:
            Each task's result, in the order of the tasks.
        Raises:
            PrialError: if one of these holds:

                * Dask isn't installed
                * the cluster's address is wrong, or no cluster answers
                * the cluster's workers can't run the tasks
                * all workers of the cluster have gone
                * ``own`` is given, and the tasks would run on a cluster
                * a task can't be sent to another process
        """
        rest = iter(tasks)
        first = list(islice(rest, 2))
        executor = self._executor(compiled=compiled, own=own) if len(first) > 1 or self._on else None
        if executor is None:
            for task in chain(first, rest):
                before = known(task)
                yield run(task) if before is None else before
            return
        waiting: deque[tuple[_TASK, Future[_RESULT]]] = deque()
        for task in chain(first, rest):
            waiting.append((task, _done(before) if (before := known(task)) is not None else executor.submit(run, task)))
            if len(waiting) >= _AHEAD * self._at_once:
                yield self._result(executor, run, *waiting.popleft())
        while waiting:
            yield self._result(executor, run, *waiting.popleft())

    def _executor(self, *, compiled: bool, own: str | None) -> Executor | None:
        """The executor for tasks, opened on first use; None if the tasks run in this thread."""
        if self._on is not None:
            if own is not None:
                raise PrialError(refuse("work.here", game=own))
            return self._executors.get("cluster") or self._opened("cluster", self._cluster(self._on))
        if self._at_once == 1:
            return None
        if compiled:
            return self._executors.get("threads") or self._opened("threads", ThreadPoolExecutor(self._at_once))
        # A game that the program defines itself is known only in forks: it isn't installed, and a Kind can't be pickled
        forked = "fork" if own is not None else None
        if forked and forked not in multiprocessing.get_all_start_methods():
            return None
        return self._executors.get("processes") or self._opened(
            "processes", ProcessPoolExecutor(self._at_once, multiprocessing.get_context(forked))
        )

    def _result(self, executor: Executor, run: Callable[[_TASK], _RESULT], task: _TASK, future: Future[_RESULT]) -> _RESULT:
        """Wait for a task's result. A task whose worker died is submitted again."""
        waited, died = 0, 0
        while True:
            try:
                return future.result(_PATIENCE if self._client else None)
            except TimeoutError:
                if future.done():
                    raise  # the task raised it
                waited = 0 if self._client.nthreads() else waited + _PATIENCE
                if waited >= _ALONE:
                    raise PrialError(refuse("work.gone", on=str(self._on))) from None
            except Exception as error:
                if isinstance(error, pickle.PicklingError) or str(error).lower().startswith(("can't pickle", "cannot pickle")):
                    raise PrialError(refuse("work.sent", why=str(error)[:120])) from error
                died += 1
                if type(error).__name__ != "KilledWorker" or died > _AGAIN:  # Dask's, which isn't imported for this
                    raise
                future = executor.submit(run, task)

    def _opened(self, name: str, executor: Executor) -> Executor:
        """Keep an executor under a name, and close it at the end of the outermost ``with``."""
        self._executors[name] = executor
        self._open.push(partial(_close, executor))
        return executor

    def _cluster(self, on: str) -> Executor:
        """An executor for a Dask cluster. All its workers must have this version of Prial."""
        if find_spec("distributed") is None:
            raise PrialError(refuse("work.dask"))
        from distributed import Client, LocalCluster

        kind, _, many = on.partition(":")
        address: Any = on
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # failures are raised as sentences of our own
        if kind == "local" and many.isdecimal() and int(many):
            quiet = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
            cluster = LocalCluster(n_workers=int(many), threads_per_worker=1, **quiet)  # type: ignore[no-untyped-call]
            address = self._open.enter_context(cluster)
        elif not on.startswith(("tcp://", "tls://")):
            raise PrialError(refuse("work.on", on=on))
        try:
            client = self._open.enter_context(Client(address, timeout=_PATIENCE, set_as_default=False))  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise PrialError(refuse("work.silent", on=on)) from error
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            raise PrialError(refuse("work.nobody", on=on)) from error
        try:
            versions = set(client.run(version).values())
        except Exception as error:  # any error of a worker that can't import Prial
            raise PrialError(refuse("work.without", on=on, here=__version__)) from error
        if others := versions - {__version__}:
            raise PrialError(refuse("work.other", on=on, there=", ".join(sorted(others)), here=__version__))
        self._client = client
        self._at_once = self._many or sum(client.nthreads().values())
        executor: Executor = client.get_executor(pure=False)
        return executor


def version() -> str:
    """Get the version of Prial in the process that calls this function. The workers of a cluster call it to compare versions."""
    return __version__


def _close(executor: Executor, kind: type[BaseException] | None, *_: object) -> None:
    """Close an executor. After an error or an interrupt, running work is stopped if possible."""
    if kind is None:
        executor.shutdown()
    elif isinstance(executor, ProcessPoolExecutor):
        # Cancelling would let running and handed-out tasks finish; before Python 3.14 there is no public way to stop
        # them. Nothing is cancelled here: before Python 3.12, a pool that broke meanwhile could then never end
        for process in list(executor._processes.values()):  # noqa: SLF001  # no public way, see above
            process.terminate()
        executor.shutdown()
    elif isinstance(executor, ThreadPoolExecutor):
        executor.shutdown(cancel_futures=True)
    else:
        executor.shutdown(wait=False)  # Dask's: the cluster drops the tasks when its client leaves


def _done(result: _RESULT) -> Future[_RESULT]:
    """A future that already has its result."""
    future: Future[_RESULT] = Future()
    future.set_result(result)
    return future
