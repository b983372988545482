"""The people of a house: guests with a name. Each is known by a token, of which only a hash is stored."""

from collections.abc import Callable
from typing import Final

from prial.host.clock import Clock
from prial.host.names import proper
from prial.host.store import Person, Store
from prial.host.tokens import Tokens


class People:
    """The people of a house.

    Args:
        store: the store of people and tokens.
        clock: the time.
        secret: returns a new random text. A person's id is one random text, and a token is two random texts joined together.
    """

    def __init__(self, store: Store, clock: Clock, secret: Callable[[], str]) -> None:
        self._store, self._clock, self._secret = store, clock, secret
        self.tokens: Final = Tokens(store, clock, secret)
        """The tokens of all people."""
        self.signed_out: Callable[[str], None] = lambda _person: None
        """Called with the id of a person who has signed out at another server."""

    async def guest(self, name: str) -> tuple[Person, str]:
        """Store a new guest, and return the guest and the token by which the guest is known from now on.

        Raises:
            PrialError: if the name isn't allowed, or the guest can't be stored.
        """
        person = Person(self._secret(), proper(name))
        return person, await self.tokens.new(person)

    async def known(self, token: str) -> Person | None:
        """The person whose token this is; None for an unknown token."""
        return await self.tokens.person(token)

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person another name. At tables where the person already sits, the old name stays.

        Raises:
            PrialError: if the name isn't allowed or can't be stored.
        """
        renamed = Person(person.id, proper(name))
        await self._store.save_person(renamed, None, self._clock.now())
        return renamed

    def left(self, person: str) -> None:
        """Take note that a person has signed out at another server. Tokens that were looked up before must be looked up again."""
        self.tokens.voided += 1
        self.signed_out(person)
