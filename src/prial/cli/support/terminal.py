"""The person at the terminal: typed lines, pauses until a key press, and ways to leave."""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator
from types import FrameType

import click


class Leave(Exception):  # noqa: N818  # not an error: the person leaves the table
    """Raised when the person leaves the game, with a word such as ``quit`` or by closing the input."""


class HungUp(BaseException):
    """Raised at a signal that ends the program: the terminal was closed, or the system shuts down.

    The attribute ``status`` is the exit status.

    Args:
        number: number of the signal.
    """

    def __init__(self, number: int) -> None:
        self.status = 128 + number


@contextlib.contextmanager
def hang_ups() -> Iterator[None]:
    """A context in which a closed terminal or a shutdown (the signals SIGHUP and SIGTERM) raises `HungUp`."""

    def raise_it(number: int, _: FrameType | None) -> None:
        raise HungUp(number)

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.signal(getattr(signal, name), raise_it) for name in names}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Terminal:
    """Asks the person questions, reads the typed answers, and pauses between the parts of a showdown.

    Args:
        beats: whether to pause between the parts of a showdown.
    """

    def __init__(self, *, beats: bool = True) -> None:
        self.interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self._beats = beats and self.interactive
        self._ahead: list[str] = []
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # makes input() remember lines and move the cursor

    def ask(self, prompt: str) -> str:
        """Ask for a line, and return it without the spaces around it.

        Raises:
            Leave: if the input has ended.
        """
        self._skipped = False
        if self._ahead:
            line = self._ahead.pop(0)
            click.echo(f"{prompt}{line}")
            return line
        if sys.stdin is None:
            raise Leave
        try:
            return input(prompt).strip()
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        except (EOFError, ValueError) as error:  # ValueError: the stream was closed
            click.echo()
            raise Leave from error

    def yes(self, question: str, *, default: bool = True) -> bool:
        """Ask a question until the answer is yes or no; an empty line means ``default``."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").lower()
            if not answer:
                return default
            if answer in ("y", "yes", "n", "no"):
                return answer[0] == "y"
            click.echo("Type yes or no.")

    _skipped = False
    """Whether a key was pressed during a pause. If so, there are no more pauses until the next question."""

    def beat(self, seconds: float) -> None:
        """Pause for some seconds. A key press ends this pause. There are then no more pauses until the next question."""
        if not self._beats or self._skipped:
            return
        sys.stdout.flush()
        with contextlib.suppress(OSError, ValueError):
            if not select.select([sys.stdin], [], [], seconds)[0]:
                return
            self._skipped = True
            typed = os.read(sys.stdin.fileno(), 4096).decode("utf-8", "replace")
            # What was typed is an answer to the next question, unless it is an empty line
            self._ahead += [line.strip() for line in typed.splitlines() if line.strip()]
