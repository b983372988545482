"""The lists of tables that a person may go to. Making them takes a few indexed look-ups, however many tables the store has."""

from functools import lru_cache
from typing import Final

import msgspec

from prial.host.listing import Listed, Listing, Placed
from prial.host.open_tables import MOST
from prial.host.store import Found, Store

REMEMBERED: Final = 7 * 24 * 3600 * 1000
"""After a game, its table stays for this many milliseconds in the lists of the table's owner and of the people with a seat."""
_LISTED: Final = 50
"""The greatest number of tables in a list."""


async def listed(store: Store, person: str | None, now: int) -> Listed:
    """The tables that a person may go to. A table isn't listed if its people have all gone on to another table.

    Args:
        store: the store of the tables.
        person: the person's id; None for somebody who isn't signed in.
        now: the time, in milliseconds since 1970 (UTC).
    """
    own = [] if person is None else await store.own(person, now - REMEMBERED, _LISTED)
    known = {each.id for each in own}

    async def others(shown: str) -> tuple[Listing, ...]:
        found = [_entry(each) for each in await store.lobby(shown, 2 * _LISTED, MOST) if each.id not in known]
        return _newest([(at, entry) for at, entry in found if person not in entry.barred])

    return Listed(open=await others("open"), live=await others("live"), mine=_newest([_entry(each) for each in own]))


def _newest(found: list[tuple[int, Placed]]) -> tuple[Listing, ...]:
    """Make a list of tables, sorted by their last change. The table that changed last comes first."""
    return tuple([entry.shown(at) for at, entry in sorted(found, key=lambda each: -each[0])[:_LISTED]])


def _entry(found: Found) -> tuple[int, Placed]:
    """Read a stored entry. Returns the time of the table's last change (milliseconds since 1970, UTC) and the entry itself."""
    return found.changed, _placed(found.summary)


@lru_cache(1024)  # an entry changes only when somebody comes or goes, and everybody asks for the same lists
def _placed(summary: bytes) -> Placed:
    return msgspec.json.decode(summary, type=Placed)
