"""A person at a terminal, who types when asked and remembers everything that was on the screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.started import Started

_PROMPT: Final = re.compile(r"(?:^|\n)([^\n]*)(?:> |\] )$")
_CODES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
_PART: Final = re.compile(r"(.*?)((?:\x1b\[?[0-9;?]*)?)", re.DOTALL)
"""Complete output, then the beginning of a control code."""
_PATIENCE: Final = 60
_STILL: Final = 0.01
"""Seconds without output after which a prompt counts as waiting."""


class Person:
    """Starts ``prial`` in a pseudo-terminal."""

    def __init__(self, home: Path, *args: str, columns: int = 80, lines: int = 24) -> None:
        self.screen = ""
        self.prompts: list[str] = []
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._part = ""
        self._read_until = 0
        """Position on the screen after the last line that was typed."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {
            **{key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")},
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "TERM": "xterm-256color",
            "PYTHONIOENCODING": "utf-8",
        }
        self.process = Started(args, environment, (slave, slave, slave))
        os.close(slave)
        self._master = master

    def wait_for_prompt(self) -> str | None:
        """Wait for a prompt and return it; None when the program has ended."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            ready = select.select([self._master], [], [], _STILL)[0]
            if ready:
                if not self._read():
                    self.process.wait(_PATIENCE)
                    return None
                continue
            if found := _PROMPT.search(self.screen[self._read_until :]):
                self.prompts.append(found[1])
                return found[1]
            if self.process.poll() is not None:
                return None
        raise AssertionError(f"nothing asked for {_PATIENCE} s; the screen shows {self.screen[-2000:]!r}")

    def wait_for_end(self) -> None:
        """Read until the program has ended, whatever it prints."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            if not select.select([self._master], [], [], 0.05)[0]:
                continue
            if not self._read():
                self.process.wait(_PATIENCE)
                return
        raise AssertionError(f"it hasn't ended after {_PATIENCE} s; the screen shows {self.screen[-2000:]!r}")

    def _read(self) -> bool:
        """Read the available output, and return whether there may be more. An incomplete control code waits for its rest."""
        try:
            data = os.read(self._master, 65536)
        except OSError:
            data = b""
        text, self._part = _PART.fullmatch(self._part + self._decode(data)).groups()  # type: ignore[union-attr]  # matches anything
        self.screen += _CODES.sub("", text)
        return bool(data)

    def type(self, line: str) -> None:
        self._read_until = len(self.screen)
        os.write(self._master, line.encode() + b"\n")

    def play(self, answer: Callable[[str, str], str], most: int = 400) -> None:
        """Answer every prompt until the program ends.

        Args:
            answer: given the prompt and the screen, gives the line to type.
            most: fail after this many prompts.
        """
        for _ in range(most):
            prompt = self.wait_for_prompt()
            if prompt is None:
                return
            self.type(answer(prompt, self.screen))
        raise AssertionError(f"more than {most} prompts; the screen shows {self.screen[-2000:]!r}")

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(_PATIENCE)
        os.close(self._master)

    def hang_up(self) -> int:
        """Close the terminal's window, and return the exit status."""
        self.process.send_signal(signal.SIGHUP)
        os.close(self._master)
        return self.process.wait(_PATIENCE)

    def end_of_input(self) -> None:
        os.write(self._master, b"\x04")


def plain_answer(prompt: str, screen: str) -> str:
    """A sensible answer: lays the suggestion, keeps the hand, announces nothing."""
    if "Enter locks it in" in prompt or "next deal" in prompt:
        return ""
    if "swap or keep" in prompt:
        return "keep"
    if "call or pass" in prompt:
        return "pass"
    if "[Y/n]" in prompt:
        return "yes"
    return "suggest"


def words(answers: Sequence[str]) -> Callable[[str, str], str]:
    """Types these lines first, then plays as `plain_answer`."""
    left = list(answers)
    return lambda prompt, screen: left.pop(0) if left else plain_answer(prompt, screen)
