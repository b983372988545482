"""The lists of tables that somebody may go to: index look-ups in the store, however many tables there are."""

from functools import lru_cache
from typing import Final

import msgspec

from prial.host.listing import Listed, Listing, Placed
from prial.host.open_tables import MOST
from prial.host.store import Found, Store

REMEMBERED: Final = 7 * 24 * 3600 * 1000
"""Milliseconds for which a table stands in its people's lists after its last game."""
_LISTED: Final = 50
"""Tables of a list."""


async def listed(store: Store, person: str | None, now: int) -> Listed:
    """The tables that somebody may go to, one of each owner and all of their own; none that everybody has left for another.

    Args:
        store: where they are.
        person: who asks; None for a stranger.
        now: milliseconds since 1970, UTC.
    """
    own = [] if person is None else await store.own(person, now - REMEMBERED, _LISTED)
    known = {each.id for each in own}

    async def others(shown: str) -> tuple[Listing, ...]:
        found = [_entry(each) for each in await store.lobby(shown, 2 * _LISTED, MOST) if each.id not in known]
        return _newest([(at, entry) for at, entry in found if person not in entry.barred])

    return Listed(open=await others("open"), live=await others("live"), mine=_newest([_entry(each) for each in own]))


def _newest(found: list[tuple[int, Placed]]) -> tuple[Listing, ...]:
    """Tables as a list shows them, the one that changed last first."""
    return tuple([entry.shown(at) for at, entry in sorted(found, key=lambda each: -each[0])[:_LISTED]])


def _entry(found: Found) -> tuple[int, Placed]:
    """When a table last changed, and what is kept of it."""
    return found.changed, _placed(found.summary)


@lru_cache(1024)  # it is another only when somebody comes or goes, and everybody asks for the same lists
def _placed(summary: bytes) -> Placed:
    return msgspec.json.decode(summary, type=Placed)
