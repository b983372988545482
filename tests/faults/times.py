"""When a server's process accepted connections, and when it died, to the millisecond: the process itself notes it in a file.

Whoever asks the process from outside learns it later, on a busy machine by half a second.
"""

from pathlib import Path
from typing import Final

from tests.faults.transcript import now

OPEN: Final = "open"
DIED: Final = "died"
ROUNDING_MS: Final = 5
"""The notes and the server's clock differ by less than this many milliseconds: each is rounded, and the clock runs evenly."""


def note(file: Path, what: str) -> None:
    """Note what has just happened: `OPEN` or `DIED`."""
    with file.open("a") as notes:
        notes.write(f"{what} {now()}\n")


def outages(file: Path) -> list[tuple[int, int]]:
    """The times in which nobody could play, each as its start and its end in milliseconds since 1970, UTC.

    An outage begins with the first death that is noted, since a process that kills itself knows it before anybody else. It ends
    when a process accepts connections; one that dies before that ends nothing.
    """
    found: list[tuple[int, int]] = []
    closed: int | None = None
    for line in file.read_text().splitlines():
        what, _, at = line.partition(" ")
        if what == DIED and closed is None:
            closed = int(at)
        elif what == OPEN and closed is not None:
            found.append((closed, int(at)))
            closed = None
    return found
