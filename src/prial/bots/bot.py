"""What a bot is: somebody who sees one seat's view and answers with an action."""

from random import Random
from typing import Any, Final, NamedTuple, Protocol

from prial.core.game import Choices, View

BOT_NAMES: Final = (
    *("Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jem", "Kit", "Lou", "Max", "Nan", "Ora", "Pat", "Roy", "Sid"),
)
"""What bots are called at a table: enough for sixteen and a name that a person has taken."""


class Advice(NamedTuple):
    """One way to answer a decision."""

    style: str
    """What it goes by: ``sharp``, ``greedy``."""
    title: str
    """The style in a few words."""
    action: Any
    """The answer."""
    why: str = ""
    """The reasons, in a few sentences; empty where none are given."""


class Bot(Protocol):
    """Decides for a seat. It never gets a state, so it can't look at what its seat may not know."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random, /) -> Any:
        """An action out of the choices.

        Args:
            view: what the seat knows.
            choices: what it may do.
            rng: the only source of chance, so that a game can be played again from its seed.
        """


class RandomBot:
    """Plays anything that is allowed, in any game."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return choices.answer(rng)
