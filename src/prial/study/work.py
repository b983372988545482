"""Where long work runs: threads or processes here, or workers of Dask on other machines. What it gives doesn't depend on that."""

import logging
import multiprocessing
import os
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
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "work.dask": "Counting on other machines needs Dask: install it, as in pip install 'prial[cluster]'.",
        "work.on": "{on!r} is no place to count: it is the address of a Dask scheduler, tcp://host:8786, or local:N.",
        "work.silent": "No scheduler of Dask answers at {on}.",
        "work.nobody": "The scheduler at {on} has no workers: start some, as in dask worker {on}.",
        "work.gone": "All workers at {on} have gone. Start some; with --keep the same command goes on from what was counted.",
        "work.other": "The workers at {on} have Prial {there} and this is {here}: the same one is wanted everywhere.",
        "work.without": "The workers at {on} have no Prial: install {here} there.",
        "work.here": "{game} isn't installed: it was handed over by this program, and can only be counted in its own processes.",
    },
)

_TASK = TypeVar("_TASK")
_RESULT = TypeVar("_RESULT")
_PATIENCE: Final = 10
"""Seconds in which a scheduler answers, and has workers."""
_AGAIN: Final = 20
"""How often a task is given out anew whose workers died."""
_ALONE: Final = 60
"""Seconds after which a cluster that has lost all its workers is given up."""
_AHEAD: Final = 4
"""Tasks that are given out for each that can run at once, so that none waits for the next."""


def processors() -> int:
    """How many processors this process may use: those it is bound to, but no more than its group's share (Linux, cgroup v2)."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        group = Path("/proc/self/cgroup").read_text("ascii").strip().rpartition("::")[2]
        quota, period = (Path("/sys/fs/cgroup") / group.lstrip("/") / "cpu.max").read_text("ascii").split()
        return max(1, min(bound, ceil(int(quota) / int(period))))
    except (OSError, ValueError):  # no groups, or no limit: "max 100000"
        return bound


class Workers:
    """Those who do long work. What they need is opened when it is first wanted, and closed at the end of the outermost ``with``.

    Args:
        many: how many at once; None takes as many as this process may use, or as a cluster has.
        on: where, if not here: the address of a Dask scheduler, or ``local:N`` for N Dask workers on this machine.
    """

    def __init__(self, many: int | None = None, on: str | None = None) -> None:
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
        """Do tasks side by side; to be called within ``with``.

        Args:
            run: does one. It and the tasks are sent to other processes, unless it is compiled.
            tasks: drawn as they are needed.
            compiled: whether it runs without Python's lock, so that threads of this process do.
            own: the name of a game that only this program and its forks know, if it needs one.
            known: what a task came to before; None where it is to be done.
        Yields:
            What each came to, in the order of the tasks.
        Raises:
            PrialError: there is no cluster where one is said to be, or its workers can't do this.
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
        """What runs it; None where it runs right here."""
        if self._on is not None:
            if own is not None:
                raise PrialError(refuse("work.here", game=own))
            return self._executors.get("cluster") or self._opened("cluster", self._cluster(self._on))
        if self._at_once == 1:
            return None
        if compiled:
            return self._executors.get("threads") or self._opened("threads", ThreadPoolExecutor(self._at_once))
        # Only a fork knows a game that was handed over: it isn't installed, and what stands in a Kind can't be sent
        forked = "fork" if own is not None else None
        if forked and forked not in multiprocessing.get_all_start_methods():
            return None
        return self._executors.get("processes") or self._opened(
            "processes", ProcessPoolExecutor(self._at_once, multiprocessing.get_context(forked))
        )

    def _result(self, executor: Executor, run: Callable[[_TASK], _RESULT], task: _TASK, future: Future[_RESULT]) -> _RESULT:
        """What a task came to. One whose workers died is given out anew; where there are none for a minute, that is said."""
        waited, died = 0, 0
        while True:
            try:
                return future.result(_PATIENCE if self._client else None)
            except TimeoutError:
                if future.done():
                    raise  # the task's own
                waited = 0 if self._client.nthreads() else waited + _PATIENCE
                if waited >= _ALONE:
                    raise PrialError(refuse("work.gone", on=str(self._on))) from None
            except Exception as error:
                died += 1
                if type(error).__name__ != "KilledWorker" or died > _AGAIN:  # Dask's, which isn't imported for this
                    raise
                future = executor.submit(run, task)

    def _opened(self, name: str, executor: Executor) -> Executor:
        self._executors[name] = executor
        self._open.push(partial(_close, executor))
        return executor

    def _cluster(self, on: str) -> Executor:
        if find_spec("distributed") is None:
            raise PrialError(refuse("work.dask"))
        from distributed import Client, LocalCluster

        kind, _, many = on.partition(":")
        address: Any = on
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said in a sentence
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
        except Exception as error:  # whatever a worker says that doesn't know us
            raise PrialError(refuse("work.without", on=on, here=__version__)) from error
        if others := versions - {__version__}:
            raise PrialError(refuse("work.other", on=on, there=", ".join(sorted(others)), here=__version__))
        self._client = client
        self._at_once = self._many or sum(client.nthreads().values())
        executor: Executor = client.get_executor(pure=False)
        return executor


def version() -> str:
    """The version of Prial where this runs."""
    return __version__


def _close(executor: Executor, kind: type[BaseException] | None, *_: object) -> None:
    if kind is None:
        executor.shutdown()
    elif isinstance(executor, ProcessPoolExecutor):
        # To cancel leaves what is played, and what was handed out, to its end; there is no public way to stop it
        # before Python 3.14. Nothing is cancelled besides: the pool can't end broken with that (before Python 3.12)
        for process in list(executor._processes.values()):  # noqa: SLF001  # as said above
            process.terminate()
        executor.shutdown()
    elif isinstance(executor, ThreadPoolExecutor):
        executor.shutdown(cancel_futures=True)
    else:
        executor.shutdown(wait=False)  # Dask's: the cluster forgets what its client wanted


def _done(result: _RESULT) -> Future[_RESULT]:
    future: Future[_RESULT] = Future()
    future.set_result(result)
    return future
