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
    """The bots, which think in a thread of their own."""
    nature: Callable[[Pick | Draw], Outcome]
    """Makes nature's moves where players' numbers have no part in them."""
    entropy: Entropy | None
    """The house's own chance in a shuffle to which players add numbers; None where `nature` makes all moves."""
    secret: Callable[[], str]
    """Makes the code of an invitation, or the id of a table."""
    go_on: Callable[[str, Live], Awaitable[None]]
    """Called with a table's id and the table: opens the table to which everybody goes on from there, unless it is open already.

    It never raises. If the table can't be opened, that is tried again when somebody looks for the new table.
    """
    lost: Callable[[str, bool], None]
    """Called when a table in memory isn't the stored one any more: with its id, and whether the whole store is lost."""
    encoded: Cache
    """A cache of encoded messages that are sent to several people."""
    crew: Crew
    """The other servers of the house."""
    note: Callable[[str, float], None]
    """Called with the name and value of each figure that is measured."""
