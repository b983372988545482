"""People who ask to come in at a private table.

These requests are not stored: they last only as long as the table is in the memory of at least one server.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from prial.errors import PrialError, add_sentences, refuse
from prial.host.clock import Clock
from prial.host.store import Person

add_sentences(
    "en",
    {
        "table.asked_many": "Too many people are asking to come in just now: please try again later.",
        "table.asked_before": "You have asked already, and weren't let in: ask somebody at the table for its link.",
        "table.asked_none": "Nobody is waiting for that answer any more.",
    },
)

MOST: Final = 5
"""The number of people who may wait for an answer at one table at a time."""
LASTS: Final = 10 * 60 * 1000
"""Milliseconds after which a person's request to come in expires. The answer to a request expires after the same time."""


class Asking(msgspec.Struct, frozen=True):
    """Somebody who asks to come in."""

    number: int
    """The person's number. A player who answers the request gives this number."""
    name: str
    """The person's name."""


class Book(msgspec.Struct, frozen=True):
    """The requests to come in to a table, and the answers, as far as one server knows them.

    The servers send each other their books, in any order and any number of times.
    """

    asked: dict[str, tuple[str, int]] = {}
    """For each person who asked, by id: the person's name, and the time of the request in milliseconds since 1970 (UTC)."""
    answered: dict[str, tuple[int, bool]] = {}
    """For each person who was answered, by id: the time of the answer, and whether the person may come in.

    The time is in milliseconds since 1970 (UTC).
    """


class Door:
    """Collects the requests to come in at a private table, and the answers to them.

    Args:
        clock: the time.
        changed: called when the requests or the answers have changed.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self._clock, self._changed = clock, changed
        self.book = Book()
        """All requests and answers that haven't expired."""
        self._numbers: dict[str, int] = {}
        """For each person who asked, by id: the person's number (`Asking.number`). A new request gets a new number."""
        self._last_number = 0

    @property
    def asking(self) -> tuple[Asking, ...]:
        """The people who wait for an answer, sorted by `Asking.number`."""
        return tuple([Asking(self._numbers[person], self.book.asked[person][0]) for person in self._waiting()])

    def _waiting(self) -> list[str]:
        """Ids of the people who wait for an answer, sorted by `Asking.number`."""
        now, answered = self._clock.now(), self.book.answered
        waiting = [
            person
            for person, (_, at) in self.book.asked.items()
            if at + LASTS > now and (person not in answered or answered[person][0] < at)
        ]
        return sorted(waiting, key=self._numbers.__getitem__)

    def ask(self, person: Person) -> None:
        """Ask to come in. Nothing changes if the person waits already.

        Raises:
            PrialError: if `MOST` other people are waiting, or if this person was turned away less than `LASTS` milliseconds ago.
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
        """Answer a person's request to come in.

        Args:
            number: the person's number (`Asking.number`).
            agree: whether the person may come in.
        Returns:
            The person's id.
        Raises:
            PrialError: if nobody who waits has this number.
        """
        for person in self._waiting():
            if self._numbers[person] == number:
                self.learn(Book(answered={person: (self._clock.now(), agree)}))
                return person
        raise PrialError(refuse("table.asked_none"))

    def learn(self, book: Book) -> None:
        """Add the requests and answers of another book. For each person, keep only the latest request and the latest answer."""
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
