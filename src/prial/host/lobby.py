"""The lists of tables that somebody may go to: index look-ups in the store, however many tables there are."""

from typing import Final

import msgspec

from prial.host.listing import Listed, Listing
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
        return _newest([each for each in await store.lobby(shown, 2 * _LISTED, MOST) if each.id not in known])

    return Listed(open=await others("open"), live=await others("live"), mine=_newest(own))


def _newest(found: list[Found]) -> tuple[Listing, ...]:
    """Tables as a list shows them, the one that changed last first."""
    return tuple(map(_entry, sorted(found, key=lambda each: -each.changed)[:_LISTED]))


def _entry(found: Found) -> Listing:
    return msgspec.structs.replace(msgspec.json.decode(found.summary, type=Listing), at=found.changed)
