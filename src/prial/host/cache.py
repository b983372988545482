"""A cache of encoded messages, so that a message for several viewers is made once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable


class Cache:
    """Encoded messages by key. When the cache is full, the message that was used least recently is dropped first.

    A key must contain everything on which the message depends, above all the seat that may see the message.

    Args:
        most: the greatest number of bytes that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def find(self, key: Hashable) -> bytes | None:
        """The message under a key; None if there is no such message."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, message: bytes) -> bytes:
        """Keep a message, and return it."""
        self._bytes += len(message) - len(self._kept.pop(key, b""))
        self._kept[key] = message
        while self._bytes > self._most:
            _, old = self._kept.popitem(last=False)
            self._bytes -= len(old)
        return message

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The message under a key. If there isn't one, the message that ``make`` returns is kept and returned."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found
