"""``prial`` in a process of its own that is there at once: forked from one that has imported everything, once for all tests.

What is run is `prial.cli.main`, as by ``python -m prial``. That the command itself starts, tests show with `subprocess`.
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
    """A process that runs ``prial``, with as much of `subprocess.Popen` as tests want.

    Args:
        args: the arguments, without the program's name.
        environment: all of its environment; None for this process's.
        streams: descriptors of its input, output and errors; None to read the two from `stdout` and `stderr`.
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
            self.stdout, self.stderr = open(out, encoding="utf-8"), open(err, encoding="utf-8")  # noqa: PTH123, SIM115  # both are closed at its end
        self._process = _FORKS.Process(
            target=_run, args=(self.args, dict(environment or os.environ), [_Stream(stream) for stream in streams]), daemon=True
        )
        with _without_main():
            self._process.start()
        for stream in ours:
            os.close(stream)

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status, negative where a signal ended it; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The same."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it hasn't ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def wait(self, seconds: float | None = None) -> int:
        """Wait for its end; its exit status.

        Raises:
            subprocess.TimeoutExpired: it hasn't ended.
        """
        self._process.join(seconds)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.args, seconds or 0)
        return self.returncode

    def communicate(self, seconds: float | None = None) -> tuple[str, str]:
        """Wait for its end; what it has printed since, and its errors. It must be little."""
        self.wait(seconds)
        return self.stdout.read(), self.stderr.read()

    def close(self) -> None:
        """End it, if it hasn't ended, and read no more."""
        self.send_signal(signal.SIGKILL)
        self.wait()
        for stream in (self.stdout, self.stderr):
            stream.close()


@contextmanager
def _without_main() -> Iterator[None]:
    """New processes would run pytest's main module again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    yield
    sys.modules["__main__"] = main


class _Stream:
    """A descriptor, on its way to another process."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (DupFd(self._number),)


def _arrived(stream: Any) -> int:
    number: int = stream.detach()
    return number


def _run(args: list[str], environment: dict[str, str], streams: list[int]) -> None:
    """In the new process: become what ``python -m prial`` is."""
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # it may start others itself
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it, and so does what it starts
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    os.environ.clear()
    os.environ.update(environment)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115  # descriptors, for as long as it lives
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["prial", *args]
    from prial.cli import main

    main()
