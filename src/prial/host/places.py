"""Works out the lists and the link by which people find a table (its `Place`).

It also tells whether something happens at a table even if no person does anything (`runs`).
"""

import hashlib
from typing import Final

import msgspec

from prial.host.listing import Placed, placed
from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.status import PLAYING, Status
from prial.host.store import Place, TableRow

_CLOSED: Final = frozenset({Status.ENDED, Status.FROZEN})
"""Statuses of tables to which no link leads."""

NOWHERE: Final = Place(owner="", people=frozenset(), over=False, shown="", invite=None, next_table="", summary=b"{}")
"""The `Place` of a table to which nobody can go any more."""


def row_of(table_id: str, live: Live, at: int) -> TableRow:
    """A table's row, which the store keeps beside the log.

    Args:
        table_id: the table's id.
        live: the table.
        at: the time at which the table last changed or was last visited, in milliseconds since 1970 (UTC).
    """
    return TableRow(
        id=table_id,
        game=live.opened.game,
        game_version=live.opened.game_version,
        version=live.version,
        status=live.status,
        runs=runs(live),
        changed=at,
    )


def runs(live: Live) -> bool:
    """Whether something happens even if no person acts: the table's clock runs out, a bot moves, or the next table is opened."""
    if live.status is not Status.LIVE:
        return bool(live.next_table)
    return live.deadline is not None or any(live.driver(seat) is not None for seat in live.waiting)


def place_of(table_id: str, live: Live) -> Place:
    """The place of a table: the lists and the link by which people find the table.

    Args:
        table_id: the table's id.
        live: the table.
    """
    gone = bool(live.next_table)
    over = live.status in {Status.OVER, Status.FROZEN}
    return Place(
        owner=live.owner,
        people=frozenset() if gone or live.status is Status.ENDED else live.players_here | {live.owner},
        over=over,
        shown=_shown(live),
        invite=None if gone or live.status in _CLOSED else hashed(live.invite),
        next_table=live.next_table,
        summary=msgspec.json.encode(placed(table_id, live), order="deterministic"),
    )


def found_there(place: Place, table_id: str, live: Live) -> bool:
    """Whether the stored place of a table agrees with the table.

    Args:
        place: the stored place. If an earlier version stored it, newer fields of `Placed` may be missing.
        table_id: the table's id.
        live: the table.
    """
    if place == NOWHERE:
        return live.status is Status.ENDED
    wanted = place_of(table_id, live)
    try:
        kept, new = (msgspec.json.decode(each.summary, type=Placed) for each in (place, wanted))
    except msgspec.MsgspecError:  # the stored entry of the list can't be read
        return False
    if not kept.since:
        kept = msgspec.structs.replace(kept, since=new.since, game_title=new.game_title, seats=new.seats)
    return msgspec.structs.replace(place, summary=msgspec.json.encode(kept, order="deterministic")) == wanted


def moved(table_id: str, before: Live | None, after: Live) -> Place | None:
    """The new place of a table after an entry of its log. It is None if the entry hasn't changed the place.

    Args:
        table_id: the table's id.
        before: the table before the entry; None for a new table.
        after: the table after the entry.
    """
    if before is not None and _told_by(before) == _told_by(after):
        return None  # most entries are moves, which change nothing here: this check saves time
    place = place_of(table_id, after)
    return None if before is not None and place == place_of(table_id, before) else place


def hashed(code: str) -> bytes | None:
    """The hash of a link's code; None for an empty code. Only the hash is stored: a stolen database has no working links."""
    return hashlib.sha256(code.encode()).digest() if code else None


def _told_by(live: Live) -> tuple[object, ...]:
    """All values on which a table's `Place` depends. If these values stay the same, the `Place` stays the same too."""
    # `opened` stands for the rules, whose title the lists show: it is new after a change of the rules
    return live.opened, live.status, live.seats, live.reserved, live.owner, live.invite, live.round, live.next_table, live.barred


def _shown(live: Live) -> str:
    """The public list in which a table stands: ``open`` or ``live``; empty if it is in neither list."""
    if not live.opened.public or live.next_table:
        return ""
    if live.status is Status.OPEN:
        return "open" if any(seat.kind is not Sitting.PERSON for seat in live.seats) else ""
    return "live" if live.status in PLAYING else ""
