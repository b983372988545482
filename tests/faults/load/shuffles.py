"""What the shuffle costs: deals of Crash at tables whose people turn the deck, beside as many at tables where nobody does."""

import os
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from prial.fair.hashes import NUMBER_BYTES, text
from prial.host import messages as said
from tests.fair.client import Client
from tests.faults.load.line import frame
from tests.faults.load.moves import Player, Tally, seated, timetable
from tests.faults.load.report import Cost, Figure, uncollected
from tests.faults.load.stores import SEATS, Crowd
from tests.faults.process import Server

MOST_KB: Final = 6
MOST_MS: Final = 10
"""The most that a deal may take: a viewer's bytes, and the house's time."""
_DEAL: Final = b'"weight":"deal"'
_PROMISED: Final = b'{"is":"saved","id":"promise"'
_UPDATE: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_FAIR: Final = msgspec.json.Decoder(said.Fairness)


@dataclass
class Told:
    """What everybody was told."""

    deals: int = 0
    """Deals that were told, all viewers together."""
    bytes: int = 0
    """Of it, what is told of the shuffle."""
    refused: int = 0
    server_s: float = 0
    """The house's time for it, in seconds."""

    @property
    def ms(self) -> float:
        """The house's time for a deal."""
        return 1000 * self.server_s * SEATS / self.deals if self.deals else 0


class Dealer(Player):
    """A player who counts deals."""

    told: Told
    """Set for the class of all who play together."""

    def took(self, data: bytes) -> None:
        self.told.deals += _DEAL in data
        super().took(data)


class Turner(Dealer):
    """One whose client turns the deck."""

    _client: Client | None = None

    def took(self, data: bytes) -> None:
        if data.startswith(_PROMISED):
            return
        if self._client is None and data.startswith(b'{"is":"welcome"'):
            self._client = Client(self.table, lambda: text(os.urandom(NUMBER_BYTES)), self._seat)
            self.write(frame(said.Promise(id="promise", promise=self._client.fresh())))
        if data.startswith(b'{"is":"update"'):
            self._turn(_UPDATE.decode(data), len(data))
        super().took(data)

    def _turn(self, update: dict[str, Any], size: int) -> None:
        """Count what is told of the shuffle, an update that tells nothing else as a whole; and open what is asked for."""
        own = [name for name in ("turning", "fair") if name in update]
        alone = own and "scene" not in update
        self.told.bytes += size if alone else sum(len(name) + 4 + len(bytes(update[name])) for name in own)
        if "fair" not in update or self._client is None:
            return
        fair = _FAIR.decode(update["fair"])
        if fair.bound is not None:
            self._client.take(fair)
            number = self._client.number
            assert number is not None
            self.write(frame(number))


async def dealt(server: Server, made: list[Crowd], rate: float, seconds: float, *, turned: bool) -> Told:
    """Play by the timetable.

    Args:
        server: the server.
        made: its tables, with four people each.
        rate: moves a second.
        seconds: for how long.
        turned: whether the people promise numbers.
    """
    told, tally, cost = Told(), Tally(), Cost(server)
    player: type[Player] = type("Player", (Turner if turned else Dealer,), {"told": told})
    tables = await seated(server.port, made, tally, player)
    with uncollected():
        await timetable(tables, rate, min(5, seconds), counted=False)
        told.deals = told.bytes = 0
        cost.begin()
        await timetable(tables, rate, seconds, counted=True)
        cost.end()
    told.server_s, told.refused = cost.server, tally.refused.total()
    return told


def figures(turned: Told, plain: Told) -> list[Figure]:
    """What came of it."""
    return [
        Figure("deals whose deck was turned", turned.deals / SEATS),
        Figure("told of the shuffle, to each viewer of a deal", turned.bytes / max(1, turned.deals) / 1024, "KB", MOST_KB),
        Figure("the house's time for a deal", turned.ms, "ms"),
        Figure("of that the shuffle", turned.ms - plain.ms, "ms", MOST_MS),
        Figure("refused", turned.refused + plain.refused, "", 0),
    ]
