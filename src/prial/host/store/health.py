"""How a store fares: when it last stored something, what keeps it from it, and whether that is for good."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from prial.host.store.values import StoreError, StoreLost

_LOG: Final = logging.getLogger("prial.host")


class Health:
    """How a store fares. The first and the last of a row of failures are logged, not each.

    Args:
        time: seconds that pass evenly.
    """

    def __init__(self, time: Callable[[], float] = time.monotonic) -> None:
        self._time = time
        self._stored = time()
        self.trouble: StoreError | None = None
        """Why the last write failed; None if it didn't."""
        self.lost: StoreLost | None = None
        """Why nothing is written any more; None while it is."""
        self.ended: Final = asyncio.Event()
        """Set when nothing is written any more."""

    @property
    def silent(self) -> float:
        """Seconds since something was stored."""
        return self._time() - self._stored

    def well(self) -> None:
        """Something was stored."""
        if self.trouble is not None:
            _LOG.warning("stored again", extra={"seconds": round(self.silent, 1)})
        self.trouble, self._stored = None, self._time()

    def ill(self, error: StoreError) -> None:
        """Something could not be stored."""
        if self.trouble is None:
            _LOG.error("not stored", extra={"why": str(error)})
        self.trouble = error

    def lose(self, error: StoreLost) -> None:
        """Nothing will be stored any more."""
        if self.lost is None:
            _LOG.error("store lost", extra={"why": str(error)})
        self.lost = self.trouble = error
        self.ended.set()
