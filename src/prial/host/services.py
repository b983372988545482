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
    """The clock, the store, the bots and other things that a house lends to all its tables."""

    store: Store
    """The store of all tables."""
    clock: Clock
    """The time."""
    bot_workers: BotWorkers
    """The bots, which think in a separate thread."""
    nature: Callable[[Pick | Draw], Outcome]
    """Makes nature's moves (deals and other random events), except those that also depend on numbers from the players."""
    entropy: Entropy | None
    """Returns random bytes for shuffles that also depend on numbers from the players. It is None if `nature` makes all moves."""
    secret: Callable[[], str]
    """Makes the code of an invitation, or the id of a table."""
    go_on: Callable[[str, Live], Awaitable[None]]
    """Opens the new table to which all people at an old table move, unless the new table is open already.

    Arguments: the old table's id, and the old table.

    It never raises. If the new table can't be opened, the house tries again soon, and whenever somebody looks for the new table.
    """
    lost: Callable[[str, bool], None]
    """Called if a table in memory may differ from the stored table.

    Arguments: the table's id, and whether this process can't write to the store any more.
    """
    encoded: Cache
    """A cache of encoded messages that are sent to several people."""
    crew: Crew
    """The other servers of the house."""
    note: Callable[[str, float], None]
    """Called with the name and the value of each measurement."""
