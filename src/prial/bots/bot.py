"""The protocol that a bot follows: it gets what one seat knows, and answers with an action."""

from random import Random
from typing import Any, Final, NamedTuple, Protocol

from prial.core.game import Choices, View

BOT_NAMES: Final = (
    *("Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jem", "Kit", "Lou", "Max", "Nan", "Ora", "Pat", "Roy", "Sid"),
)
"""Names that the bots at a table get. They are enough for sixteen bots and a person who has one of these names."""


class Advice(NamedTuple):
    """An action that is suggested to a player, with reasons."""

    style: str
    """Name of the style of play that suggests this action: ``sharp``, ``greedy``."""
    title: str
    """A title for the suggestion in a few words, for the player to read."""
    action: Any
    """The suggested action."""
    why: str = ""
    """The reasons, in a few sentences; empty if there are none."""


class Bot(Protocol):
    """A player that decides for a seat. It gets only the seat's view, so it can't know hidden cards."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """Choose an action for a seat.

        Args:
            view: what the seat knows.
            choices: the actions that the seat may take.
            rng: a random generator. Use no other, so that a game can be played again from its seed.
        Returns:
            One of the choices, but none that takes effect at once (see `Choices.at_once`).
        """


class RandomBot:
    """Takes random allowed actions. It can play any game."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return choices.answer(rng)
