"""The seat that a board shows, and sentences that speak to the person in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from prial.bots.bot import Advice
from prial.cli.support.said import Said, sayer
from prial.cli.support.screen import Look
from prial.cli.support.terminal import Terminal
from prial.core.game import Event, Game, Seat, View
from prial.core.kind import Kind
from prial.errors import catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What a board needs to show a game as one seat sees it.

    The state of the game isn't in it: a board shows only views, and the events that its seat may see.
    """

    game: Game[Any, Any]
    """The game with its rules."""
    kind: Kind
    """The game's name, texts and options, which don't depend on the house rules that are played."""
    title: str
    """Title of the rules."""
    names: tuple[str, ...]
    """The players' names, indexed by seat."""
    me: Seat | None
    """The person's seat; None if only bots play."""
    screen: Console
    """Where to print."""
    look: Look
    """How cards are shown on the screen."""
    terminal: Terminal
    """Where the person types."""
    log: Callable[[], Iterator[Event]]
    """Function that gives all events so far that this seat may see."""
    coach: Callable[[View[Any]], Advice | None] = lambda _seen: None
    """Function that gives the coach's advice for a view of this seat. It returns None if it isn't the seat's turn."""

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The players' names, indexed by seat, as a board prints them: "You" for the person."""
        return tuple(["You" if seat == self.me else name for seat, name in enumerate(self.names)])

    @property
    def said(self) -> Said:
        """The function that finds a sentence in the catalogue by its code. A sentence about the person says "you"."""
        return sayer(self.names, self.me)

    def sentence(self, event: Event) -> str:
        """An event as a sentence. A sentence about the person says "you"."""
        args = event.args()
        subject = next((getattr(event, field) for field in ("winner", "seat", "dealer") if field in args), None)
        if subject is None and args.get("winners") == (self.me,):
            subject = self.me
        own = f"{event.code}.you"
        names = ["you" if seat == self.me else name for seat, name in enumerate(self.names)]
        if subject is not None and subject == self.me and own in catalogue():
            return event.say(names, code=own)
        sentence = event.say(names)
        return sentence[:1].upper() + sentence[1:]
