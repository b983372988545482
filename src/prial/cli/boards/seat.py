"""Who sits where at a board, and how sentences call them."""

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
    """What a board needs to know. There is no state in it: a board sees views and what its seat was told."""

    game: Game[Any, Any]
    kind: Kind
    title: str
    """The rules' name, for people."""
    names: tuple[str, ...]
    """The players' names by seat."""
    me: Seat | None
    """The person's seat; None where only bots play."""
    screen: Console
    look: Look
    terminal: Terminal
    log: Callable[[], Iterator[Event]]
    """Everything that this seat has heard so far."""
    coach: Callable[[View[Any]], Advice | None] = lambda _seen: None
    """What to do, and why, where it is this seat's turn."""

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names as they stand in tables."""
        return tuple(["You" if seat == self.me else name for seat, name in enumerate(self.names)])

    @property
    def said(self) -> Said:
        """Makes the sentences that say why."""
        return sayer(self.names, self.me)

    def sentence(self, event: Event) -> str:
        """An event in one sentence, which speaks to the person where it is about them."""
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
