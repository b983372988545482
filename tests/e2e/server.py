"""`prial serve` in a process of its own, and the cards that it deals next."""

import multiprocessing
import socket
import time
import urllib.request
from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess
from pathlib import Path

multiprocessing.set_forkserver_preload(["tests.e2e.serving"])  # servers are forked from a process that has imported everything


def deal_file(database: Path) -> Path:
    """The file with the hands of the next deal, one for each seat from the first on; hands that are left out are random."""
    return database.with_suffix(".deal")


def _serve(port: int, database: Path) -> None:
    """Serve, see `tests.e2e.serving.serve`."""
    from tests.e2e.serving import serve  # late, since pytest's own process can do without

    serve(port, database)


class Server:
    """`prial serve` in a process of its own, which can be killed and started again at the same address.

    Args:
        database: the file with the tables.
        anew: import everything anew for each process. It takes 2 s, and finds packages installed meanwhile.
    """

    def __init__(self, database: Path, *, anew: bool = False) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database = database
        self.process: ForkServerProcess | SpawnProcess | None = None
        self._processes: ForkServerContext | SpawnContext = (
            multiprocessing.get_context("spawn") if anew else multiprocessing.get_context("forkserver")
        )

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until tables can be played."""
        self.process = self._processes.Process(target=_serve, args=(self.port, self.database), daemon=True)
        self.process.start()
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.is_alive():
            try:
                with urllib.request.urlopen(f"{self.url}/healthz") as answer:  # noqa: S310  # our own
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server doesn't start")

    def deal_next(self, *hands: str) -> None:
        """Choose the next deal at any table: hands by seat; the hands left out come from the rest of the pack."""
        deal_file(self.database).write_text(" ".join(hands), "utf-8")

    def kill(self) -> None:
        """Kill the server without warning."""
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """Stop the server as a system would."""
        assert self.process is not None
        self.process.terminate()
        self.process.join(20)
        assert self.process.exitcode == 0
