"""The tokens by which people are known. One query looks up many tokens, and a new token can replace an older token."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from typing import Final

from prial.host.clock import Clock
from prial.host.store import Person, Store, StoreError

_AT_ONCE: Final = 500
"""One query looks up at most this many tokens."""
_ENOUGH: Final = 50
"""If at least this many tokens wait, they are looked up at once, without waiting for more tokens."""
_GATHER_S: Final = 0.004
"""Seconds between two queries if fewer than `_ENOUGH` tokens wait. Meanwhile, more tokens are gathered."""
_REPLACED: Final = 10_000
"""Greatest number of unused new tokens in memory, each with the older token that it replaces."""
_GRACE: Final = 60_000  # requests on the way may carry the old token
"""An old token still works for this many milliseconds after the first use of the new one."""

_Asked = tuple[bytes, asyncio.Future[Person | None]]
"""The hash of a token, and the future of a caller who waits for the token's person."""


class Tokens:
    """The tokens of a store.

    Args:
        store: the store of the tokens' hashes.
        clock: the time.
        secret: returns a new random text, which is one half of a token.
    """

    def __init__(self, store: Store, clock: Clock, secret: Callable[[], str]) -> None:
        self._store, self._clock, self._secret = store, clock, secret
        self._asked: dict[bytes, list[asyncio.Future[Person | None]]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._voiding: asyncio.Task[None] | None = None
        self._replaced: Final[dict[bytes, tuple[Person, str]]] = {}
        """Maps the hash of each unused new token to its person and the token that it replaces."""
        self.voided = 0
        """Counts how often tokens were made void. When it grows, people who are known by a token have to be looked up again."""

    async def new(self, person: Person) -> str:
        """Make and store a new token for a person.

        Raises:
            StoreError: if the token isn't stored.
        """
        token = self._secret() + self._secret()
        await self._store.save_person(person, _hashed(token), self._clock.now())
        return token

    async def renewed(self, person: Person, token: str) -> str:
        """Make a new token that replaces an older token. The older token becomes void a minute after the new one was first used.

        Args:
            person: the person.
            token: the older token.
        Raises:
            StoreError: if the new token isn't stored.
        """
        new = await self.new(person)
        self._replaced[_hashed(new)] = person, token
        if len(self._replaced) > _REPLACED:
            del self._replaced[next(iter(self._replaced))]  # its older token stays valid
        return new

    async def void(self, person: Person, token: str, *, others: bool = False) -> None:
        """Make a token void, or all other tokens of its person.

        Args:
            person: the person.
            token: the token.
            others: True to keep ``token`` and make all other tokens of the person void.
        Raises:
            StoreError: if the change isn't stored.
        """
        await self._store.void_tokens(person.id, _hashed(token), others=others)
        self.voided += 1

    async def person(self, token: str) -> Person | None:
        """The person whose token this is; None for an unknown token.

        Raises:
            StoreError: if the store can't be read.
        """
        key = _hashed(token)
        found: asyncio.Future[Person | None] = asyncio.get_running_loop().create_future()
        self._asked.setdefault(key, []).append(found)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        person = await found
        if person is not None and (old := self._replaced.pop(key, None)) is not None:
            self._clock.at(self._clock.now() + _GRACE, lambda: self._let_go(*old))
        return person

    def _let_go(self, person: Person, token: str) -> None:
        """Start a task that makes a replaced token void. If the store fails, the token goes on working."""

        async def void() -> None:
            with contextlib.suppress(StoreError):
                await self.void(person, token)

        self._voiding = asyncio.create_task(void())

    async def _look(self) -> None:
        """Look up tokens in groups until no caller waits any more."""
        # A query takes a tenth of a millisecond or more, for one token or many; if all clients reconnect, thousands are wanted
        try:
            while self._asked:
                keys = list(self._asked)[:_AT_ONCE]
                asked = [(key, each) for key in keys for each in self._asked.pop(key)]
                try:
                    people = await self._store.known(keys)
                except Exception as error:  # noqa: BLE001  # it is passed on to the callers
                    for _, each in _waiting(asked):
                        each.set_exception(error)
                else:
                    for key, each in _waiting(asked):
                        each.set_result(people.get(key))
                if 0 < len(self._asked) < _ENOUGH:
                    await asyncio.sleep(_GATHER_S)
        finally:
            self._looking = None


def _waiting(asked: list[_Asked]) -> list[_Asked]:
    """The callers in the list who still wait for an answer."""
    return [(key, each) for key, each in asked if not each.done()]


def _hashed(token: str) -> bytes:
    """The hash under which the store knows a token."""
    return hashlib.sha256(token.encode()).digest()
