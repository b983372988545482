"""Tables that aren't finished: how many a person may have, and when those close by themselves at which no game has begun."""

from typing import Final

from prial.errors import add_sentences
from prial.host.status import PLAYING, Status
from prial.host.store import Store, TableRow

add_sentences(
    "en",
    {"table.many": "You have {most} tables open already: finish one of them first, or close it. You find them in your list."},
)

UNFINISHED: Final = (Status.OPEN, *PLAYING)
MOST: Final = 12
"""Tables that one person may have which aren't finished."""
_DAY: Final = 24 * 3600 * 1000
SHOWN: Final = _DAY
"""Milliseconds after the last visit, after which a table closes that stands in everybody's list and waits for players."""
HIDDEN: Final = 7 * _DAY
"""The same for any other: friends may have set it up for the weekend."""
_AT_ONCE: Final = 100
"""So many tables of each sort are closed at once, so that nobody who plays waits for it."""


async def unvisited(store: Store, now: int) -> list[TableRow]:
    """Some of the tables at which no game has begun and which nobody has visited for long.

    A table at which a game is on waits for its players for as long as it takes.

    Args:
        store: has them.
        now: milliseconds since 1970, UTC.
    """
    found = [*await store.waiting(now - SHOWN, _AT_ONCE, shown=True), *await store.waiting(now - HIDDEN, _AT_ONCE)]
    return list({row.id: row for row in found}.values())
