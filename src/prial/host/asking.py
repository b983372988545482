"""Those who stand at the door of a private table and ask to come in. They are known as long as the table is in memory."""

from collections.abc import Callable
from typing import Final

import msgspec

from prial.errors import PrialError, add_sentences, refuse
from prial.host.clock import Clock
from prial.host.store import Person

add_sentences(
    "en",
    {
        "table.asked_many": "So many people ask to come in just now that one more has to wait.",
        "table.asked_before": "The table has answered you: ask for its link.",
        "table.asked_none": "Nobody waits for that answer any more.",
    },
)

MOST: Final = 5
"""People who may ask at a time."""
LASTS: Final = 10 * 60 * 1000
"""Milliseconds for which somebody's question stands, and for which an answer does."""


class Asking(msgspec.Struct, frozen=True):
    """Somebody who asks to come in."""

    number: int
    """Names them in the answer."""
    name: str


class Door:
    """The door of a table.

    Args:
        clock: the time.
        changed: called when others ask than before.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock, self._changed = clock, changed
        self._asked: dict[str, tuple[Asking, int]] = {}
        """Who asks, by person, and until when that stands."""
        self._sent_away: dict[str, int] = {}
        """Until when those who may not come in can't ask again, by person."""
        self._number = 0

    @property
    def asking(self) -> tuple[Asking, ...]:
        """Who asks now, in the order of their coming."""
        now = self._clock.now()
        return tuple([asking for asking, until in self._asked.values() if until > now])

    def ask(self, person: Person) -> None:
        """Ask to come in; who has asked already waits on.

        Raises:
            PrialError: too many ask, or this person was sent away a moment ago.
        """
        now = self._clock.now()
        self._asked = {each: asked for each, asked in self._asked.items() if asked[1] > now}
        self._sent_away = {each: until for each, until in self._sent_away.items() if until > now}
        if person.id in self._sent_away:
            raise PrialError(refuse("table.asked_before"))
        if person.id in self._asked:
            return
        if len(self._asked) >= MOST:
            raise PrialError(refuse("table.asked_many"))
        self._number += 1
        self._asked[person.id] = Asking(self._number, person.name), now + LASTS
        self._changed()

    def answer(self, number: int, *, agree: bool) -> str:
        """Take somebody's question off the door.

        Args:
            number: whose it is.
            agree: whether they may come in.
        Returns:
            Who it is, by id.
        Raises:
            PrialError: nobody asks under that number.
        """
        for person, (asking, _) in self._asked.items():
            if asking.number == number:
                del self._asked[person]
                if not agree:
                    self._sent_away[person] = self._clock.now() + LASTS
                self._changed()
                return person
        raise PrialError(refuse("table.asked_none"))
