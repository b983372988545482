"""Who is known by which token: look-ups of many at once, and tokens that take the place of others."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from typing import Final

from prial.host.clock import Clock
from prial.host.store import Person, Store, StoreError

_AT_ONCE: Final = 500
"""Tokens that are looked up in one query."""
_ENOUGH: Final = 50
"""Tokens for which no more are waited for."""
_GATHER_S: Final = 0.004
"""Seconds after a query in which more are gathered for the next one."""
_REPLACED: Final = 10_000
"""Tokens that may be on their way; where there are more, the oldest don't take the place of others any more."""
_GRACE: Final = 60_000
"""Milliseconds for which an old token opens the door after the new one did: calls with it may still be on their way."""

_Asked = tuple[bytes, asyncio.Future[Person | None]]


class Tokens:
    """The tokens of a store.

    A reconnect of everybody asks for thousands of tokens in one moment; each query costs a tenth of a millisecond and more,
    however many it is about.

    Args:
        store: where they are kept, as hashes.
        clock: the time.
        secret: makes one half of a token.
    """

    def __init__(self, store: Store, clock: Clock, secret: Callable[[], str]) -> None:
        self._store, self._clock, self._secret = store, clock, secret
        self._asked: dict[bytes, list[asyncio.Future[Person | None]]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._voiding: asyncio.Task[None] | None = None
        self._replaced: Final[dict[bytes, tuple[Person, str]]] = {}
        """Whose token it takes the place of and which, by each new one that hasn't arrived yet."""
        self.voided = 0
        """How often tokens were voided: whoever was known before that has to be looked up again."""

    async def new(self, person: Person) -> str:
        """A new token of somebody.

        Raises:
            StoreError: it isn't stored.
        """
        token = self._secret() + self._secret()
        await self._store.save_person(person, _hashed(token), self._clock.now())
        return token

    async def renewed(self, person: Person, token: str) -> str:
        """A token in the place of another one, which is void as soon as the new one has arrived.

        Raises:
            StoreError: it isn't stored.
        """
        new = await self.new(person)
        self._replaced[_hashed(new)] = person, token
        if len(self._replaced) > _REPLACED:
            del self._replaced[next(iter(self._replaced))]
        return new

    async def void(self, person: Person, token: str, *, others: bool = False) -> None:
        """Know somebody no longer by a token, or by none but this one.

        Raises:
            StoreError: it isn't stored.
        """
        await self._store.void_tokens(person.id, _hashed(token), others=others)
        self.voided += 1

    async def person(self, token: str) -> Person | None:
        """Whose token this is; None if nobody's.

        Raises:
            StoreError: it can't be read.
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
        """Void a token that another one has taken the place of. Where that fails it goes on opening the door."""

        async def void() -> None:
            with contextlib.suppress(StoreError):
                await self.void(person, token)

        self._voiding = asyncio.create_task(void())

    async def _look(self) -> None:
        """Look up what is asked for, until nothing is."""
        try:
            while self._asked:
                keys = list(self._asked)[:_AT_ONCE]
                asked = [(key, each) for key in keys for each in self._asked.pop(key)]
                try:
                    people = await self._store.known(keys)
                except Exception as error:  # noqa: BLE001  # whoever asked is told
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
    """Those who haven't gone meanwhile."""
    return [(key, each) for key, each in asked if not each.done()]


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
