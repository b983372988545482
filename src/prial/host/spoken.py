"""Spoken codes: six letters that lead to a table for a quarter of an hour.

A single server keeps the codes in its memory. Several servers keep the codes in the database. A restart can make codes invalid. A
client that shows an invalid code asks for a new one.
"""

from typing import Final, Protocol

import msgspec

from prial.fair.even import Entropy
from prial.host.clock import Clock

LETTERS: Final = "ABFHIJKLMOQRUWXY"
"""Letters that sound unlike each other. There are 16 letters, so a random byte picks each of them with the same probability."""
LENGTH: Final = 6
"""Number of letters in a code; there are 16,777,216 codes."""
LASTS: Final = 15 * 60 * 1000
"""How long a code leads to its table, in milliseconds."""
_ENOUGH: Final = 5 * 60 * 1000
"""A code is shown to people again only if it still lasts for at least this many milliseconds."""


class Spoken(msgspec.Struct, frozen=True):
    """A spoken code."""

    code: str
    """The letters."""
    seconds: int
    """Seconds for which the code still leads to its table."""


class Leads(Protocol):
    """A store of spoken codes. It maps each spoken code to an invitation (the code in a table's link).

    The methods may raise `StoreError`.
    """

    async def code(self, invite: str, until: int, /) -> tuple[str, int] | None:
        """Find a spoken code that leads to an invitation and lasts at least until the time ``until``.

        Returns the code and the time at which the code expires; None if there is no such code. Both times are in milliseconds
        since 1970 (UTC).
        """

    async def lead(self, code: str, invite: str, until: int, /) -> bool:
        """Let a spoken code lead to an invitation from now on. Returns False if the code leads to another invitation.

        ``until``: the time at which the code expires, in milliseconds since 1970 (UTC).
        """

    async def leads(self, code: str, /) -> tuple[str, int] | None:
        """The invitation to which a spoken code leads, and the time at which the code expires, in milliseconds since 1970 (UTC).

        The result is None if the code is unknown. A code that has expired may still be found.
        """


class InMemory:
    """The spoken codes of one server, in its memory.

    Args:
        clock: the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._leads: dict[str, tuple[str, int]] = {}

    async def code(self, invite: str, until: int) -> tuple[str, int] | None:
        """See `Leads.code`."""
        now = self._clock.now()
        self._leads = {code: leads for code, leads in self._leads.items() if leads[1] > now}
        return next(((code, its[1]) for code, its in self._leads.items() if its[0] == invite and its[1] >= until), None)

    async def lead(self, code: str, invite: str, until: int) -> bool:
        """See `Leads.lead`."""
        return self._leads.setdefault(code, (invite, until)) == (invite, until)

    async def leads(self, code: str) -> tuple[str, int] | None:
        """See `Leads.leads`."""
        return self._leads.get(code)


class SpokenCodes:
    """Makes and reads spoken codes. Its methods raise `StoreError` if the codes' store can't be reached.

    Args:
        clock: the time.
        entropy: returns a given number of random bytes.
        leads: keeps the codes.
    """

    def __init__(self, clock: Clock, entropy: Entropy, leads: Leads) -> None:
        self._clock, self._entropy, self._leads = clock, entropy, leads

    async def of(self, invite: str) -> Spoken:
        """Get a spoken code for an invitation: the present one if it lasts for five more minutes or longer, else a new one."""
        now = self._clock.now()
        if (known := await self._leads.code(invite, now + _ENOUGH)) is not None:
            code, until = known
            return Spoken(code, (until - now) // 1000)
        while not await self._leads.lead(code := self._new(), invite, now + LASTS):
            pass
        return Spoken(code, LASTS // 1000)

    async def invite(self, said: str) -> str | None:
        """The invitation to which a spoken code leads. It is None if there is no such code.

        Args:
            said: the code, in capital or small letters, with or without spaces and hyphens.
        """
        code = "".join(said.split()).replace("-", "").upper()
        invite, until = await self._leads.leads(code) or ("", 0)
        return invite if until > self._clock.now() else None

    def _new(self) -> str:
        """A random code."""
        return "".join([LETTERS[byte % len(LETTERS)] for byte in self._entropy(LENGTH)])
