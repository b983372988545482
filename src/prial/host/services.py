"""The services that a house gives its tables."""

from collections.abc import Awaitable, Callable

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.fair.even import Entropy
from prial.host.bot_workers import BotWorkers
from prial.host.cache import Cache
from prial.host.clock import Clock
from prial.host.crew import Crew
from prial.host.live import Live
from prial.host.store import Store


class Services(msgspec.Struct, frozen=True):
    """The services that a house gives its tables."""

    store: Store
    """The store of all tables."""
    clock: Clock
    """The time."""
    bot_workers: BotWorkers
    """Run the bots."""
    nature: Callable[[Pick | Draw], Outcome]
    """Makes nature's moves where players' numbers have no part in them."""
    entropy: Entropy | None
    """The house's own chance in a shuffle to which players add numbers; None where `nature` makes all moves."""
    secret: Callable[[], str]
    """Makes the code of an invitation, or the id of a table."""
    go_on: Callable[[str, Live], Awaitable[None]]
    """Called with a table's id and the table: opens the table to which everybody goes on from there, unless it is open already.

    It never raises. If it fails, it is tried again when somebody looks for the new table.
    """
    lost: Callable[[str, bool], None]
    """Called with the id of a table that is no longer the one in the store, and whether this process has lost the whole store."""
    encoded: Cache
    """Encoded messages that several people are sent."""
    crew: Crew
    """The other servers of the house."""
    note: Callable[[str, float], None]
    """Called with the name and value of each figure that is measured."""
