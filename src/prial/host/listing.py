"""Tables in a list: what everybody may know of them who may come."""

import msgspec

from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.status import Status


class SeatListing(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Sitting
    name: str
    bot: str


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    clock: str
    public: bool
    status: Status
    round: int
    seats: tuple[SeatListing, ...]
    owner: str
    """The owner's name; empty where the owner doesn't sit at it."""
    at: int
    """When the last thing happened, milliseconds since 1970, UTC."""


class Placed(Listing, frozen=True, kw_only=True):
    """A table in a list, as it is kept."""

    barred: frozenset[str] = frozenset()
    """Who doesn't see it there, by id."""

    def shown(self, at: int) -> Listing:
        """What people see of it.

        Args:
            at: when the last thing happened, milliseconds since 1970, UTC.
        """
        fields = {name: getattr(self, name) for name in Listing.__struct_fields__}
        return Listing(**{**fields, "at": at})


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """Tables that somebody may go to, the newest first."""

    open: tuple[Listing, ...]
    live: tuple[Listing, ...]
    mine: tuple[Listing, ...]


def _owner(live: Live) -> str:
    seat = live.seat_of(live.owner)
    return "" if seat is None else live.seats[seat].name


def placed(table_id: str, live: Live) -> Placed:
    """A table's entry in a list, as it is kept.

    Args:
        table_id: its id.
        live: the table.
    """
    return Placed(
        id=table_id,
        game=live.opened.game,
        title=live.opened.title,
        clock=live.opened.clock,
        public=live.opened.public,
        status=live.status,
        round=live.round,
        seats=tuple([SeatListing(sitter.kind, sitter.name, sitter.bot) for sitter in live.seats]),
        owner=_owner(live),
        at=0,
        barred=live.barred,
    )
