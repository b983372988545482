"""The health of a store: when something was last stored, why the last write failed, and whether writing is still possible."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from prial.host.store.values import StoreError, StoreLost

_LOG: Final = logging.getLogger("prial.host")


class Health:
    """The health of a store. If several writes in a row fail, only the first failure is logged; the next success is logged too.

    Args:
        time: returns the time in seconds, by a clock that is never set forward or back.
    """

    def __init__(self, time: Callable[[], float] = time.monotonic) -> None:
        self._time = time
        self._stored = time()
        self.trouble: StoreError | None = None
        """Why the last write failed; None if it succeeded."""
        self.lost: StoreLost | None = None
        """Why nothing can be written any more; None while writing is possible."""
        self.ended: Final = asyncio.Event()
        """Set when nothing can be written any more."""

    @property
    def silent(self) -> float:
        """Seconds since something was last stored."""
        return self._time() - self._stored

    def well(self) -> None:
        """Take note that something was stored."""
        if self.trouble is not None:
            _LOG.warning("stored again", extra={"seconds": round(self.silent, 1)})
        self.trouble, self._stored = None, self._time()

    def ill(self, error: StoreError) -> None:
        """Take note that something could not be stored."""
        if self.trouble is None:
            _LOG.error("not stored", extra={"why": str(error)})
        self.trouble = error

    def lose(self, error: StoreLost) -> None:
        """Take note that nothing can be stored any more."""
        if self.lost is None:
            _LOG.error("store lost", extra={"why": str(error)})
        self.lost = self.trouble = error
        self.ended.set()
