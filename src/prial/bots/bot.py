"""The protocol of a bot, which gets the view of one seat and answers with an action."""

from random import Random
from typing import Any, Final, NamedTuple, Protocol

from prial.core.game import Choices, View

BOT_NAMES: Final = (
    *("Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jem", "Kit", "Lou", "Max", "Nan", "Ora", "Pat", "Roy", "Sid"),
)
"""Names for the bots at a table: enough for sixteen bots, even if a person at the table has one of the names."""


class Advice(NamedTuple):
    """One suggested action for a decision."""

    style: str
    """Name of the style of play that suggests this action: ``sharp``, ``greedy``."""
    title: str
    """The style in a few words, for people to read."""
    action: Any
    """The suggested action."""
    why: str = ""
    """The reasons, in a few sentences; empty for none."""


class Bot(Protocol):
    """A player that decides for a seat. It gets only the seat's view, so it can't know hidden cards."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """Choose an action.

        Args:
            view: what the seat knows.
            choices: the actions that the seat may take.
            rng: the only source of chance, so that a game can be played again from its seed.
        Returns:
            One of the choices. A choice that takes effect at once, such as showing a hand, isn't an answer (`Choices.at_once`).
        """


class RandomBot:
    """Takes random allowed actions. It can play any game."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return choices.answer(rng)
