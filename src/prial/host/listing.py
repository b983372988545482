"""Tables in a list: what everybody may know of them who may come."""

import msgspec

from prial.core.registry import find
from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.status import Status


class SeatListing(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Sitting
    name: str
    bot: str
    next: str = ""
    """Who has this seat from the next deal on, by name; empty for nobody."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    game_title: str = ""
    """What people call the game."""
    title: str
    """What its rules are called."""
    clock: str
    public: bool
    status: Status
    round: int
    seats: tuple[SeatListing, ...]
    """Who sits there, by seat."""
    owner: str
    """The owner's name; empty where the owner doesn't sit at it."""
    since: int = 0
    """When its present game began or, before the first, when it was set up, milliseconds since 1970, UTC."""
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
        game_title=find(live.opened.game).title,
        title=live.opened.title,
        clock=live.opened.clock,
        public=live.opened.public,
        status=live.status,
        round=live.round,
        seats=tuple(
            [
                SeatListing(sitter.kind, sitter.name, sitter.bot, live.reserved[seat].name if seat in live.reserved else "")
                for seat, sitter in enumerate(live.seats)
            ]
        ),
        owner=_owner(live),
        since=live.since,
        at=0,
        barred=live.barred,
    )
