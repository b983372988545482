"""Who people are: guests under a name, each known by a token of which only the hash is stored."""

from collections.abc import Callable
from typing import Final

from prial.host.clock import Clock
from prial.host.names import proper
from prial.host.store import Person, Store
from prial.host.tokens import Tokens


class People:
    """The people of a house.

    Args:
        store: where they are written down.
        clock: the time.
        secret: makes ids and tokens.
    """

    def __init__(self, store: Store, clock: Clock, secret: Callable[[], str]) -> None:
        self._store, self._clock, self._secret = store, clock, secret
        self.tokens: Final = Tokens(store, clock, secret)
        self.signed_out: Callable[[str], None] = lambda _person: None
        """Called with the id of somebody who has signed out at another server."""

    async def guest(self, name: str) -> tuple[Person, str]:
        """A new guest, and the token by which the guest is known from now on.

        Raises:
            PrialError: a name that can't be shown.
        """
        person = Person(self._secret(), proper(name))
        return person, await self.tokens.new(person)

    async def known(self, token: str) -> Person | None:
        """Whose token this is; None if nobody's."""
        return await self.tokens.person(token)

    async def rename(self, person: Person, name: str) -> Person:
        """Give somebody another name; at tables where they sit already the old one stays.

        Raises:
            PrialError: a name that can't be shown.
        """
        renamed = Person(person.id, proper(name))
        await self._store.save_person(renamed, None, self._clock.now())
        return renamed

    def left(self, person: str) -> None:
        """Somebody has signed out at another server: whoever is known as them here has to be looked up again."""
        self.tokens.voided += 1
        self.signed_out(person)
