"""Entries in the lists of tables: what a list tells people about a table."""

import msgspec

from prial.core.registry import find
from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.status import Status


class SeatListing(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Sitting
    """Whether the seat is empty, a person's or a bot's."""
    name: str
    """Name of the player or bot; empty for an empty seat."""
    bot: str
    """The bot's name in the registry; empty if no bot sits in the seat."""
    next: str = ""
    """Name of the person who has this seat from the next deal on. It is empty if nobody has reserved the seat."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    """The table's id."""
    game: str
    """The game's name in the registry."""
    game_title: str = ""
    """The game's name, for people."""
    title: str
    """Title of the table's rules."""
    clock: str
    """The clock's name."""
    public: bool
    """Whether everybody may look at the table."""
    status: Status
    """The table's status."""
    round: int
    """Number of the present game at this table, from 1; 0 before the first game."""
    seats: tuple[SeatListing, ...]
    """The seats, in order."""
    owner: str
    """The owner's name; empty if the owner has no seat."""
    since: int = 0
    """Start of the present game, in milliseconds since 1970 (UTC). Before the first game: when the table was set up."""
    at: int
    """Time at which something last happened at the table, in milliseconds since 1970 (UTC)."""


class Placed(Listing, frozen=True, kw_only=True):
    """A table in a list, as the store keeps it. Unlike a `Listing`, it has fields that people don't see."""

    barred: frozenset[str] = frozenset()
    """Ids of the people who don't see the table in a list."""

    def shown(self, at: int) -> Listing:
        """The `Listing` that people see.

        Args:
            at: the time at which something last happened at the table, in milliseconds since 1970 (UTC).
        """
        fields = {name: getattr(self, name) for name in Listing.__struct_fields__}
        return Listing(**{**fields, "at": at})


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """The tables that a person may go to, in three lists. In each list, the table that changed last comes first."""

    open: tuple[Listing, ...]
    """Public tables that wait for players."""
    live: tuple[Listing, ...]
    """Public tables where a game is on."""
    mine: tuple[Listing, ...]
    """Tables that the person owns or has a seat at."""


def _owner(live: Live) -> str:
    """The owner's name at the table; empty if the owner has no seat."""
    seat = live.seat_of(live.owner)
    return "" if seat is None else live.seats[seat].name


def placed(table_id: str, live: Live) -> Placed:
    """Make a table's entry for the lists of tables, in the form that the store keeps.

    Args:
        table_id: the table's id.
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
