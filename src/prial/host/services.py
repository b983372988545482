"""What a table needs of the house."""

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
    """What a table needs of the house."""

    store: Store
    clock: Clock
    bot_workers: BotWorkers
    nature: Callable[[Pick | Draw], Outcome]
    """Deals, shuffles and draws, where nobody turns the deck."""
    entropy: Entropy | None
    """The house's own part in a shuffle that players turn; None where `nature` alone deals."""
    secret: Callable[[], str]
    """Makes the code of an invitation, or the id of a table."""
    go_on: Callable[[str, Live], Awaitable[None]]
    """Opens the table to which everybody goes from this one, by its id, unless that is done. It never raises: who looks for that
    table tries again."""
    lost: Callable[[str, bool], None]
    """Told of a table that isn't what it was taken for, and whether the whole store is somebody else's now."""
    encoded: Cache
    """What several people are told."""
    crew: Crew
    """The other servers of the house."""
    note: Callable[[str, float], None]
    """Counts what happened, by name, for whoever keeps figures."""
