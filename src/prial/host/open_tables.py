"""Unfinished tables: how many one person may have, and which ones are closed because no game has begun there."""

from typing import Final

from prial.errors import add_sentences
from prial.host.status import PLAYING, Status
from prial.host.store import Store, TableRow

add_sentences(
    "en",
    {"table.many": "You have {most} tables open already: finish one of them first, or close it. You find them in your list."},
)

UNFINISHED: Final = (Status.OPEN, *PLAYING)
"""The statuses of unfinished tables."""
MOST: Final = 12
"""The greatest number of unfinished tables that one person may have."""
_DAY: Final = 24 * 3600 * 1000
"""A day in milliseconds."""
SHOWN: Final = _DAY
"""If no game has begun at a table in the public list, the table is closed this many milliseconds after its last visit."""
HIDDEN: Final = 7 * _DAY
"""If no game has begun at a table outside the public list, the table is closed this many milliseconds after its last visit.

Friends may have set such a table up for the weekend.
"""
_AT_ONCE: Final = 100  # if more tables were closed at the same time, players would have to wait
"""The greatest number of tables that `unvisited` finds for each of the two limits, `SHOWN` and `HIDDEN`."""


async def unvisited(store: Store, now: int) -> list[TableRow]:
    """Find tables to close, a limited number at a time.

    No game has begun at the tables, and nobody has visited them for a long time.

    Args:
        store: the store of the tables.
        now: the time, in milliseconds since 1970 (UTC).
    """
    found = [*await store.waiting(now - SHOWN, _AT_ONCE, shown=True), *await store.waiting(now - HIDDEN, _AT_ONCE)]
    return list({row.id: row for row in found}.values())
