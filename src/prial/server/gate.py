"""Limits on the number of open connections: from each address, from its network, and in all."""

from collections import Counter
from typing import Final, Protocol

from prial.server.allowance import Source

_NETWORK: Final = 4
"""Limit of a network's connections, as a multiple of the limit of one address."""


class _Count:
    """Counts the open connections of one kind. ``most`` is the limit of one address."""

    def __init__(self, most: int, most_in_all: int) -> None:
        self._most, self._most_in_all = most, most_in_all
        self._by_place: Counter[str] = Counter()
        """Number of open connections of each address, and of each network."""
        self.all = 0
        """Number of open connections in all."""

    def full(self, where: Source | None, share: float = 1) -> str | None:
        """Find the address or network whose limit is reached; None if there is room.

        ``""`` stands for the limit of all connections.
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
        """Count a connection that opens (``by`` is 1) or closes (``by`` is -1)."""
        self.all += by
        for place in {*(where or ())}:
            self._by_place[place] += by
            if not self._by_place[place]:
                del self._by_place[place]


class Caller(Protocol):
    """A connection for HTTP requests."""

    def drop(self) -> None:
        """Stop counting this connection, and cut it at once."""


class Gate:
    """Counts open connections, and refuses a connection that would exceed a limit.

    Args:
        calling: greatest number of connections for HTTP requests from one address.
        sockets: greatest number of WebSockets from one address.
        greetings: greatest number of connections in the TLS handshake from one address.
        most: greatest number of connections in all. At most three quarters of this number may be WebSockets, and at most an
            eighth may be in the TLS handshake.
    """

    def __init__(self, calling: int, sockets: int, greetings: int, most: int) -> None:
        self._most = most
        self._calling = _Count(calling, most)
        self._sockets = _Count(sockets, most - most // 4)
        self._greetings = _Count(greetings, most // 8)
        self._waiting: dict[Caller, Source | None] = {}
        """Connections without a request in progress; the one that has been idle for the longest time comes first."""

    def enter(self, caller: Caller, where: Source | None) -> bool:
        """Let a connection in. If a limit is reached, drop the HTTP connection that has been idle for the longest time.

        At the limit of an address or a network, only an HTTP connection from there can be dropped. If no connection can be
        dropped, the new one isn't let in.

        Args:
            caller: the connection.
            where: where the connection comes from; None for a trusted proxy, which has no limit of its own.
        Returns:
            Whether the connection was let in.
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
        """Note that a connection has a request in progress."""
        self._waiting.pop(caller, None)

    def waits(self, caller: Caller, where: Source | None) -> None:
        """Note that a connection is idle, because its request was answered."""
        self._waiting[caller] = where

    def leave(self, caller: Caller, where: Source | None) -> None:
        """Note that a connection is closed."""
        self._waiting.pop(caller, None)
        self._calling.change(where, -1)

    def greet(self, where: Source | None) -> bool:
        """Let a TLS handshake begin.

        Returns:
            Whether there is room; if so, `greeted` must be called at the end of the handshake.
        """
        if self._greetings.full(where) is not None:
            return False
        self._greetings.change(where, 1)
        return True

    def greeted(self, where: Source | None) -> None:
        """Note that a TLS handshake has ended, whether it succeeded or failed."""
        self._greetings.change(where, -1)

    def seat(self, where: Source, *, plays: bool) -> bool:
        """Let a WebSocket open. People who don't play may use only three quarters of each limit.

        Args:
            where: where the WebSocket comes from.
            plays: whether the person at this socket sits at the table.
        Returns:
            Whether there is room; if so, `unseat` must be called when the socket closes.
        """
        if self._sockets.full(where, 1 if plays else 0.75) is not None:
            return False
        self._sockets.change(where, 1)
        return True

    def unseat(self, where: Source) -> None:
        """Note that a WebSocket is closed."""
        self._sockets.change(where, -1)
