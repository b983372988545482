"""The cost of shuffles: deals of Crash at tables whose players take part in the shuffle, next to tables whose players don't."""

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
    """Deals that were told, counted for each viewer."""
    bytes: int = 0
    """Bytes of the messages about the shuffle."""
    refused: int = 0
    server_s: float = 0
    """Seconds of the server's processor time."""

    @property
    def ms(self) -> float:
        """Milliseconds of the server's processor time per deal."""
        return 1000 * self.server_s * SEATS / self.deals if self.deals else 0


class Dealer(Player):
    """A player who counts deals."""

    told: Told
    """The counts, set on the class and shared by all who play together."""

    def took(self, data: bytes) -> None:
        self.told.deals += _DEAL in data
        super().took(data)


class Turner(Dealer):
    """A player whose client takes part in the shuffle."""

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
        """Count the bytes about the shuffle, and open the number that the house asks for.

        Of an update about the shuffle alone, all bytes count.
        """
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
        rate: moves per second.
        seconds: duration.
        turned: whether people take part in the shuffle.
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
    """The figures of shuffles.

    Args:
        turned: with people who take part in them.
        plain: without.
    """
    return [
        Figure("deals whose deck was turned", turned.deals / SEATS),
        Figure("told of the shuffle, to each viewer of a deal", turned.bytes / max(1, turned.deals) / 1024, "KB", MOST_KB),
        Figure("the house's time for a deal", turned.ms, "ms"),
        Figure("of that the shuffle", turned.ms - plain.ms, "ms", MOST_MS),
        Figure("refused", turned.refused + plain.refused, "", 0),
    ]
