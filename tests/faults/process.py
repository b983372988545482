"""A real server in a process of its own, which tests kill and start again."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 30
"""Seconds to wait for a server to come up."""


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until a condition is true.

    Raises:
        TimeoutError: it isn't true in time.
    """
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110  # the condition depends on another process
            await asyncio.sleep(0.002)


def free_port() -> int:
    """A free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Server:
    """`prial serve` with a database file or a database server.

    Args:
        db: the database file; the server's log is beside it.
        port: the port, the same after each start.
        module: the module to run: ``prial``, or one of the tests that wraps it.
        url: the address of a database server, instead of the file.
        more: further options.
    """

    def __init__(self, db: Path, port: int, module: str = "prial", url: str = "", more: Sequence[str] = ()) -> None:
        self.db, self.port, self._module, self._url = db, port, module, url
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        """Start the server; `up` waits until it can be used."""
        given = ["serve", "--no-browser", "--db", self._url or str(self.db), "--port", str(self.port), *self._more]
        # With compiled modules, as an installed Prial has them
        compiled = {"PYTHONPYCACHEPREFIX": str(ROOT / "build" / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        with self.db.with_suffix(".log").open("ab") as told:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, *given],
                cwd=ROOT,
                env={**os.environ, **compiled, **environment},
                stdout=told,
                stderr=told,
            )

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    def up(self) -> float:
        """Wait until tables can be played.

        Returns:
            The seconds that it took; infinite where the process ended first.
        """
        since = time.monotonic()
        while time.monotonic() - since < PATIENCE:
            if not self.runs:
                return float("inf")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=PATIENCE):
                    return time.monotonic() - since
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise TimeoutError(self.db.with_suffix(".log").read_text())

    def kill(self) -> None:
        """Kill the process without warning, as a power cut would, if it is running."""
        if self.runs:
            os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def sleep(self, *, on: bool) -> None:
        """Suspend the process, or let it continue."""
        os.kill(self.pid, signal.SIGSTOP if on else signal.SIGCONT)

    def stop(self) -> int:
        """Ask the process to end, and return its exit status."""
        if self.runs:
            os.kill(self.pid, signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for the process to end, and return its exit status."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def cpu(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory that it uses."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
