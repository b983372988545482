"""A real server in a process of its own, to be killed and started again."""

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
"""Seconds after which a server that doesn't come up is given up."""


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds.

    Raises:
        TimeoutError: it doesn't.
    """
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110  # another process brings it about
            await asyncio.sleep(0.002)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Server:
    """`prial serve` over a file, or over a database server.

    Args:
        db: the file; beside it is its log.
        port: where it listens, the same after each start.
        module: what is run: ``prial``, or something of the tests around it.
        url: the address of the database server, in place of the file.
        more: options of its own.
    """

    def __init__(self, db: Path, port: int, module: str = "prial", url: str = "", more: Sequence[str] = ()) -> None:
        self.db, self.port, self._module, self._url = db, port, module, url
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, **environment: str) -> None:
        """Start it; `up` tells when it can be played at."""
        given = ["serve", "--no-browser", "--db", self._url or str(self.db), "--port", str(self.port), *self._more]
        # As where it is installed: what is imported has been compiled before
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
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it hasn't ended."""
        return self._process is not None and self._process.poll() is None

    def up(self) -> float:
        """Wait until tables can be played at; the seconds that it took. Infinite where it ended before."""
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
        """End it as a power cut would, if it hasn't ended."""
        if self.runs:
            os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def sleep(self, *, on: bool) -> None:
        """Stop it where it is, or let it go on."""
        os.kill(self.pid, signal.SIGSTOP if on else signal.SIGCONT)

    def stop(self) -> int:
        """End it in order; its exit status."""
        if self.runs:
            os.kill(self.pid, signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; its exit status."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that it holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
