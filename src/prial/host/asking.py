"""Those who stand at the door of a private table and ask to come in: known as long as the table is in memory somewhere."""

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


class Book(msgspec.Struct, frozen=True):
    """What a door knows. Doors of one table on several servers tell each other all of it, in any order, as often as they like."""

    asked: dict[str, tuple[str, int]] = {}
    """Who asked, by person: the name, and when."""
    answered: dict[str, tuple[int, bool]] = {}
    """Who was answered, by person: when, and whether they may come in."""


class Door:
    """The door of a table.

    Args:
        clock: the time.
        changed: called when others ask than before.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock, self._changed = clock, changed
        self.book = Book()
        """All that is known here."""
        self._numbers: dict[str, int] = {}
        """The numbers by which those who ask are named here, by person: another each time."""
        self._last_number = 0

    @property
    def asking(self) -> tuple[Asking, ...]:
        """Who asks now, in the order of their coming."""
        return tuple([Asking(self._numbers[person], self.book.asked[person][0]) for person in self._waiting()])

    def _waiting(self) -> list[str]:
        """Whose question stands, in the order of their numbers."""
        now, answered = self._clock.now(), self.book.answered
        waiting = [
            person
            for person, (_, at) in self.book.asked.items()
            if at + LASTS > now and (person not in answered or answered[person][0] < at)
        ]
        return sorted(waiting, key=self._numbers.__getitem__)

    def ask(self, person: Person) -> None:
        """Ask to come in; who has asked already waits on.

        Raises:
            PrialError: too many ask, or this person was sent away a moment ago.
        """
        now, waiting = self._clock.now(), self._waiting()
        answered = self.book.answered.get(person.id)
        if answered is not None and not answered[1] and answered[0] + LASTS > now:
            raise PrialError(refuse("table.asked_before"))
        if person.id in waiting:
            return
        if len(waiting) >= MOST:
            raise PrialError(refuse("table.asked_many"))
        self.learn(Book(asked={person.id: (person.name, now)}))

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
        for person in self._waiting():
            if self._numbers[person] == number:
                self.learn(Book(answered={person: (self._clock.now(), agree)}))
                return person
        raise PrialError(refuse("table.asked_none"))

    def learn(self, book: Book) -> None:
        """Add what another door of the table knows; of each person the last holds."""
        before, now = self.book, self._clock.now()
        asked, answered = dict(before.asked), dict(before.answered)
        for person, (name, at) in book.asked.items():
            if person not in asked or asked[person][1] < at:
                asked[person] = name, at
                self._last_number += 1
                self._numbers[person] = self._last_number
        for person, (at, agree) in book.answered.items():
            if person not in answered or answered[person][0] < at:
                answered[person] = at, agree
        self.book = Book(
            {person: (name, at) for person, (name, at) in asked.items() if at + LASTS > now},
            {person: (at, agree) for person, (at, agree) in answered.items() if at + LASTS > now},
        )
        self._numbers = {person: number for person, number in self._numbers.items() if person in self.book.asked}
        if self.book != before:
            self._changed()
