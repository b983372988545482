"""A game that is gone through again, shown to a person: what happened, in sentences."""

from collections.abc import Sequence
from typing import Any

from rich.rule import Rule
from rich.text import Text

from prial.cli.support.screen import BRASS, DIM, Look
from prial.cli.support.symbols import with_symbols
from prial.core.game import Event, Game, Weight


class Reader:
    """Shows the events of a record, for any game.

    Args:
        game: the table.
        names: the players' names by seat.
        look: how cards are drawn, and where to.
    """

    def __init__(self, game: Game[Any, Any], names: Sequence[str], look: Look) -> None:
        self.game, self.names, self.look, self.screen = game, names, look, look.screen

    def tell(self, event: Event, table: Any) -> None:
        """Show one event. ``table`` is what everybody may see after it."""
        sentence = with_symbols(event).say(self.names)
        if event.WEIGHT is Weight.DEAL:
            self.heading(sentence)
        else:
            self.say(sentence)

    def heading(self, sentence: str) -> None:
        """Show where something begins."""
        self.screen.print()
        self.screen.print(Rule(Text(sentence, BRASS), align="left", style=DIM))

    def money(self, ledger: Sequence[int]) -> None:
        """Show who has won and lost how much."""
        self.say("Money: " + " · ".join(f"{name} {chips:+}" for name, chips in zip(self.names, ledger, strict=True)))

    def say(self, sentence: str, style: str = "") -> None:
        """Print a line."""
        self.screen.print(Text(sentence, style))
