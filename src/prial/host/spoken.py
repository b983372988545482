"""Codes that people say to each other: six letters that lead to a table for a quarter of an hour.

They are kept in memory alone. After a restart nobody can use an old one, and whoever shows one asks for another.
"""

from typing import Final

import msgspec

from prial.fair.even import Entropy
from prial.host.clock import Clock

LETTERS: Final = "ABFHIJKLMOQRUWXY"
"""Letters that nobody takes for each other when they hear them; a power of two, so that each is as likely as any other."""
LENGTH: Final = 6
"""Letters of a code: 16,777,216 codes."""
LASTS: Final = 15 * 60 * 1000
"""Milliseconds for which a code leads to its table."""
_ENOUGH: Final = 5 * 60 * 1000
"""Milliseconds that a code must have left to be shown again."""


class Spoken(msgspec.Struct, frozen=True):
    """A code that people say to each other."""

    code: str
    seconds: int
    """For how long it still leads to the table."""


class SpokenCodes:
    """The codes that lead somewhere now.

    Args:
        clock: the time.
        entropy: the source of chance.
    """

    def __init__(self, clock: Clock, entropy: Entropy) -> None:
        self._clock, self._entropy = clock, entropy
        self._leads: dict[str, tuple[str, int]] = {}
        """The invitation of each code, and until when, in milliseconds since 1970, UTC; the newest last."""

    def of(self, invite: str) -> Spoken:
        """The code of an invitation: the one that is in use if it lasts for some time yet, or else a new one."""
        now = self._clock.now()
        self._leads = {code: leads for code, leads in self._leads.items() if leads[1] > now}
        for code, (its, until) in self._leads.items():
            if its == invite and until - now >= _ENOUGH:
                return Spoken(code, (until - now) // 1000)
        code = self._new()
        while code in self._leads:
            code = self._new()
        self._leads[code] = invite, now + LASTS
        return Spoken(code, LASTS // 1000)

    def invite(self, said: str) -> str | None:
        """The invitation to which a code leads, however it is written; None for none."""
        code = "".join(said.split()).replace("-", "").upper()
        invite, until = self._leads.get(code, ("", 0))
        return invite if until > self._clock.now() else None

    def _new(self) -> str:
        return "".join([LETTERS[byte % len(LETTERS)] for byte in self._entropy(LENGTH)])
