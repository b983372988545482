"""How many may be here at a time: from each address, from its network, and in all."""

from collections import Counter
from typing import Final, Protocol

from prial.server.allowance import Source

_NETWORK: Final = 4
"""A network may have as many connections as so many addresses."""


class _Count:
    """Connections of one kind.

    Args:
        most: of one address.
        most_in_all: of everybody.
    """

    def __init__(self, most: int, most_in_all: int) -> None:
        self._most, self._most_in_all = most, most_in_all
        self._by_place: Counter[str] = Counter()
        self.all = 0

    def full(self, where: Source | None, share: float = 1) -> str | None:
        """The address or network that has as many as it may, ``""`` where everybody together has; None where there is room.

        Args:
            where: where one more would come from.
            share: of each limit that this one may use.
        """
        if self.all >= share * self._most_in_all:
            return ""
        if where is None:
            return None
        if self._by_place[where.address] >= share * self._most:
            return where.address
        if self._by_place[where.network] >= share * self._most * _NETWORK:
            return where.network
        return None

    def change(self, where: Source | None, by: int) -> None:
        """One more, or one less."""
        self.all += by
        for place in {*(where or ())}:
            self._by_place[place] += by
            if not self._by_place[place]:
                del self._by_place[place]


class Caller(Protocol):
    """A connection on which calls are made."""

    def drop(self) -> None:
        """Leave the gate, and end at once."""


class Gate:
    """Counts connections.

    Args:
        calling: connections of one address on which calls are made.
        sockets: sockets of one address.
        greetings: connections of one address that haven't agreed on TLS yet.
        most: connections in all; sockets leave a quarter of them to those who come, and TLS takes no more than an eighth.
    """

    def __init__(self, calling: int, sockets: int, greetings: int, most: int) -> None:
        self._most = most
        self._calling = _Count(calling, most)
        self._sockets = _Count(sockets, most - most // 4)
        self._greetings = _Count(greetings, most // 8)
        self._waiting: dict[Caller, Source | None] = {}
        """Callers that have asked nothing yet, or nothing more, the one that waits longest first."""

    def enter(self, caller: Caller, where: Source | None) -> bool:
        """Somebody calls. Where that is one too many, whoever has waited longest has to go.

        Args:
            caller: the connection.
            where: where it comes from; None for a proxy, which stands for many.
        Returns:
            Whether there is room.
        """
        crowded = self._calling.all + self._sockets.all >= self._most
        place = "" if crowded else self._calling.full(where)
        if place is not None:
            found = next((each for each, its in self._waiting.items() if not place or (its and place in its)), None)
            if found is None:
                return False
            found.drop()
        self._calling.change(where, 1)
        self._waiting[caller] = where
        return True

    def busy(self, caller: Caller) -> None:
        """A caller has asked something."""
        self._waiting.pop(caller, None)

    def waits(self, caller: Caller, where: Source | None) -> None:
        """A caller has been answered."""
        self._waiting[caller] = where

    def leave(self, caller: Caller, where: Source | None) -> None:
        """A caller is gone."""
        self._waiting.pop(caller, None)
        self._calling.change(where, -1)

    def greet(self, where: Source | None) -> bool:
        """Somebody begins to agree on TLS.

        Returns:
            Whether there is room; then `greeted` gives it back.
        """
        if self._greetings.full(where) is not None:
            return False
        self._greetings.change(where, 1)
        return True

    def greeted(self, where: Source | None) -> None:
        """Somebody has agreed on TLS, or has gone."""
        self._greetings.change(where, -1)

    def seat(self, where: Source, *, plays: bool) -> bool:
        """Somebody opens a socket; a quarter of the room is kept for those who play.

        Returns:
            Whether there is room; then `unseat` gives it back.
        """
        if self._sockets.full(where, 1 if plays else 0.75) is not None:
            return False
        self._sockets.change(where, 1)
        return True

    def unseat(self, where: Source) -> None:
        """A socket is gone."""
        self._sockets.change(where, -1)
