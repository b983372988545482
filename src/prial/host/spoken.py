"""Codes that people say to each other: six letters that lead to a table for a quarter of an hour.

They are kept in memory alone, or in what several servers share. After a restart nobody can use an old one, and whoever shows one
asks for another.
"""

from typing import Final, Protocol

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


class Leads(Protocol):
    """Which codes lead where; what is asked of it may raise `StoreError`."""

    async def code(self, invite: str, until: int, /) -> tuple[str, int] | None:
        """A code of an invitation that lasts until some moment, and until when it does; milliseconds since 1970, UTC."""

    async def lead(self, code: str, invite: str, until: int, /) -> bool:
        """Let a code lead to an invitation until some moment; False where it leads somewhere already."""

    async def leads(self, code: str, /) -> tuple[str, int] | None:
        """To which invitation a code leads, and until when."""


class InMemory:
    """Leads that one server has to itself.

    Args:
        clock: the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._leads: dict[str, tuple[str, int]] = {}

    async def code(self, invite: str, until: int) -> tuple[str, int] | None:
        now = self._clock.now()
        self._leads = {code: leads for code, leads in self._leads.items() if leads[1] > now}
        return next(((code, its[1]) for code, its in self._leads.items() if its[0] == invite and its[1] >= until), None)

    async def lead(self, code: str, invite: str, until: int) -> bool:
        return self._leads.setdefault(code, (invite, until)) == (invite, until)

    async def leads(self, code: str) -> tuple[str, int] | None:
        return self._leads.get(code)


class SpokenCodes:
    """The codes that lead somewhere now. Its methods raise `StoreError` where what is shared can't be reached.

    Args:
        clock: the time.
        entropy: the source of chance.
        leads: where they are kept.
    """

    def __init__(self, clock: Clock, entropy: Entropy, leads: Leads) -> None:
        self._clock, self._entropy, self._leads = clock, entropy, leads

    async def of(self, invite: str) -> Spoken:
        """The code of an invitation: the one that is in use if it lasts for some time yet, or else a new one."""
        now = self._clock.now()
        if (known := await self._leads.code(invite, now + _ENOUGH)) is not None:
            code, until = known
            return Spoken(code, (until - now) // 1000)
        while not await self._leads.lead(code := self._new(), invite, now + LASTS):
            pass
        return Spoken(code, LASTS // 1000)

    async def invite(self, said: str) -> str | None:
        """The invitation to which a code leads, however it is written; None for none."""
        code = "".join(said.split()).replace("-", "").upper()
        invite, until = await self._leads.leads(code) or ("", 0)
        return invite if until > self._clock.now() else None

    def _new(self) -> str:
        return "".join([LETTERS[byte % len(LETTERS)] for byte in self._entropy(LENGTH)])
