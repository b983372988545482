"""Prints the record of a game as sentences, event by event."""

from collections.abc import Sequence
from typing import Any

from rich.rule import Rule
from rich.text import Text

from prial.cli.support.screen import BRASS, DIM, Look
from prial.core.game import Event, Game, Weight
from prial.core.symbols import with_symbols


class Reader:
    """Prints the events of a record, for any game.

    Args:
        game: the game with its rules.
        names: the players' names, indexed by seat.
        look: the screen, and how cards are shown on it.
    """

    def __init__(self, game: Game[Any, Any], names: Sequence[str], look: Look) -> None:
        self.game, self.names, self.look, self.screen = game, names, look, look.screen

    def tell(self, event: Event, table: Any) -> None:
        """Print one event.

        Args:
            event: the event.
            table: the public part of the state after the event.
        """
        sentence = with_symbols(event).say(self.names)
        if event.WEIGHT is Weight.DEAL:
            self.heading(sentence)
        else:
            self.say(sentence)

    def heading(self, sentence: str) -> None:
        """Print a heading, at the beginning of a deal."""
        self.screen.print()
        self.screen.print(Rule(Text(sentence, BRASS), align="left", style=DIM))

    def money(self, ledger: Sequence[int]) -> None:
        """Print what each player has won or lost.

        Args:
            ledger: money or chips that each player has won, indexed by seat; below 0 for a loss.
        """
        self.say("Money: " + " · ".join(f"{name} {chips:+}" for name, chips in zip(self.names, ledger, strict=True)))

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence as one line, in a style of the package rich, such as ``dim``."""
        self.screen.print(Text(sentence, style))
