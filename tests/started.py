"""Starts ``prial`` in a process of its own without delay, by forking a process that has already imported everything.

It runs `prial.cli.main`, as ``python -m prial`` does. Other tests use `subprocess` to show that the command itself starts.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.reduction import DupFd
from types import ModuleType
from typing import Any, Final, TextIO

_GAMES: Final = ("crash", "brag", "brag_poker", "stop_the_bus", "xap_xam")
_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        *("prial.cli.main", "prial.cli.play", "prial.cli.serve", "prial.cli.odds", "prial.server.run", "prial.server.app"),
        *(f"prial.games.{game}.{part}" for game in _GAMES for part in ("bots", "terminal.board")),
        *("prial.bots.registry", "prial.arrange.value", "rich.progress", "rich.table", "tests.started"),
    ]
)


class Started:
    """A process that runs ``prial``, with the parts of `subprocess.Popen` that tests need.

    Args:
        args: the arguments, without the program's name.
        environment: its whole environment; None for this process's.
        streams: descriptors of its input, output and errors; None makes output and errors readable as `stdout` and `stderr`.
    """

    stdout: TextIO
    stderr: TextIO

    def __init__(
        self, args: Sequence[str], environment: Mapping[str, str] | None = None, streams: tuple[int, int, int] | None = None
    ) -> None:
        self.args = list(args)
        ours: list[int] = []
        if streams is None:
            (out, to_out), (err, to_err) = os.pipe(), os.pipe()
            ours = [os.open(os.devnull, os.O_RDONLY), to_out, to_err]
            streams = (ours[0], to_out, to_err)
            self.stdout, self.stderr = open(out, encoding="utf-8"), open(err, encoding="utf-8")  # noqa: PTH123, SIM115  # `close` closes both
        self._process = _FORKS.Process(
            target=_run, args=(self.args, dict(environment or os.environ), [_Stream(stream) for stream in streams]), daemon=True
        )
        with _without_main():
            self._process.start()
        for stream in ours:
            os.close(stream)

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, negative where a signal ended the process; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The same as `returncode`."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def wait(self, seconds: float | None = None) -> int:
        """Wait for the process to end, and return its exit status.

        Args:
            seconds: the longest wait; None for no limit.
        Raises:
            subprocess.TimeoutExpired: the process hasn't ended.
        """
        self._process.join(seconds)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.args, seconds or 0)
        return self.returncode

    def communicate(self, seconds: float | None = None) -> tuple[str, str]:
        """Wait for the process to end, and return its remaining output and errors. They must fit into the pipes' buffers."""
        self.wait(seconds)
        return self.stdout.read(), self.stderr.read()

    def close(self) -> None:
        """Kill the process if it runs, and close its streams."""
        self.send_signal(signal.SIGKILL)
        self.wait()
        for stream in (self.stdout, self.stderr):
            stream.close()


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide pytest's main module, which a new process would run again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    yield
    sys.modules["__main__"] = main


class _Stream:
    """A descriptor that can be pickled, to send it to another process."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (DupFd(self._number),)


def _arrived(stream: Any) -> int:
    """The descriptor in the process that received it."""
    number: int = stream.detach()
    return number


def _run(args: list[str], environment: dict[str, str], streams: list[int]) -> None:
    """In the new process: set it up as for ``python -m prial``, and run that."""
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # it may start processes itself
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it, and so would its children
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    os.environ.clear()
    os.environ.update(environment)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115  # open for as long as the process runs
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["prial", *args]
    from prial.cli import main

    main()
