"""What was made and encoded once, kept for whoever asks for the same while there is room."""

from collections import OrderedDict
from collections.abc import Callable, Hashable


class Cache:
    """Encoded messages by key; those that nobody has asked for longest go first.

    A key has to name everything on which its message depends, and above all for whose eyes it is.

    Args:
        most: bytes that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def find(self, key: Hashable) -> bytes | None:
        """What is kept under a key; None where nothing is."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, message: bytes) -> bytes:
        """Keep a message, and give it back."""
        self._bytes += len(message) - len(self._kept.pop(key, b""))
        self._kept[key] = message
        while self._bytes > self._most:
            _, old = self._kept.popitem(last=False)
            self._bytes -= len(old)
        return message

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What is kept under a key; made where nothing is."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found
