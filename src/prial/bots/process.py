"""Runs a command that answers each line with one line, within a limited time."""

import multiprocessing
import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, SimpleQueue
from typing import IO, Any, Final
from weakref import WeakSet

LONGEST: Final = 64 * 1024
"""The greatest number of bytes in an answer: a line that a running command writes."""
_LAST: Final = 2000
"""Number of bytes that are kept from the end of a command's standard error."""
_LEAVING: Final = 0.5
"""Seconds that a command gets to end by itself after its input is closed."""


class Running:
    """A running command. Making this object starts the command.

    The command ends when you call `end`, when this object is deleted, or when this process ends.

    Args:
        words: the program and its arguments.
        first: lines that are sent to the command at its start, and that it doesn't answer.
    Raises:
        OSError: if the command can't be started.
    """

    def __init__(self, words: Sequence[str], first: bytes) -> None:
        # In a session of its own: processes that it starts are killed with it, and Ctrl-C reaches only this process
        process = subprocess.Popen(  # noqa: S603  # the user's own command
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self._process, self._owner = process, os.getpid()
        self._asked: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._last = bytearray()
        speaking = threading.Thread(target=_speak, args=(process, self._asked, self._answers), daemon=True)
        self._listening = threading.Thread(target=_listen, args=(process.stderr, self._last), daemon=True)
        speaking.start()
        self._listening.start()
        self._asked.put(first)
        # Unlike weakref.finalize, this finalizer also runs when a worker of a pool ends, and never in a fork
        self._finalize = Finalize(self, _end, (process, self._asked, (speaking, self._listening)), exitpriority=1)
        _RUNNING.add(self)
        _heed_the_end_of_a_worker()

    @property
    def is_ours(self) -> bool:
        """Whether this process started the command. It is False in a forked child, and a forked child mustn't call `ask`."""
        return self._owner == os.getpid()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line to the command, and wait for the command's answer, which is one line.

        Args:
            line: the line, with its line break; empty to send nothing and wait for the next line.
            seconds: the longest time to wait.
        Returns:
            The answer, cut to `LONGEST` + 1 bytes; empty if the command has ended or has closed its output.
        Raises:
            TimeoutError: if the command hasn't answered within ``seconds``.
        """
        self._asked.put(line)
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            raise TimeoutError from None

    def end(self) -> tuple[int | None, str]:
        """Close the command's input, and kill the command if it doesn't end soon.

        Returns:
            The exit status, as in `subprocess.Popen.returncode`, and the command's last line on standard error; empty if there is
            none.
        """
        self._finalize()
        lines = bytes(self._last).decode(errors="replace").splitlines()
        return self._process.returncode, next((line.strip() for line in reversed(lines) if line.strip()), "")

    def kill(self) -> None:
        """Kill the command and the processes that it has started, without waiting. On Windows only the command is killed."""
        _kill(self._process)


_RUNNING: Final[WeakSet[Running]] = WeakSet()


def _speak(process: subprocess.Popen[bytes], asked: "SimpleQueue[bytes | None]", answers: "SimpleQueue[bytes]") -> None:
    """Send the lines in ``asked`` one by one, and put each answer into ``answers``.

    The first line gets no answer. None closes the command's input.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout as heard:
        expected = False
        while (line := asked.get()) is not None:
            with suppress(OSError):  # the command may have ended, after writing the reason
                process.stdin.write(line)
                process.stdin.flush()
            if expected:
                answers.put(heard.readline(LONGEST + 1))
            expected = True
        with suppress(OSError):
            process.stdin.close()


def _listen(stream: IO[bytes], last: bytearray) -> None:
    """Read a stream to its end, and keep its last `_LAST` bytes in ``last``."""
    with stream:  # a command whose standard error nobody reads stops at a full pipe
        while got := os.read(stream.fileno(), 65536):
            last[:] = (last + got)[-_LAST:]


def _end(process: subprocess.Popen[bytes], asked: "SimpleQueue[bytes | None]", threads: Sequence[threading.Thread]) -> None:
    """End a command: close its input, wait `_LEAVING` seconds, and kill it if it is still running."""
    asked.put(None)
    try:
        process.wait(_LEAVING)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()
    for thread in threads:  # a process that the command started in another session may still hold the pipes
        thread.join(_LEAVING)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _heed_the_end_of_a_worker() -> None:
    """In a worker process, make SIGTERM kill the worker's commands too."""
    # A pool ends its workers by SIGTERM after an error
    main = threading.current_thread() is threading.main_thread()
    if main and multiprocessing.parent_process() is not None and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminated)


def _terminated(number: int, _frame: Any) -> None:
    for running in list(_RUNNING):
        if running.is_ours:
            running.kill()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
