"""Players with simple habits. If one of these players beats a bot, the bot does something wrong."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from prial.arrange.fives import front
from prial.arrange.search import Split
from prial.core.game import Choices, View
from prial.games.xap_xam.bots import Greedy, hand_of
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.state import Lay, Table

Rows: TypeAlias = tuple[float, float, float]
"""Strengths of the lower, the middle and the upper hand, each divided by the greatest strength: from 0 to 1."""


class Way(NamedTuple):
    """A habit of setting cards: a preference for certain hands, such as a strong lower hand."""

    likes: Callable[[Rows], tuple[float, ...] | float]
    """A function that rates the three hands by their strengths. The player lays the hands with the greatest result."""
    declares: bool = True
    """Whether the player declares instant wins."""


HABITS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "lower hand first": Way(lambda rows: rows),
        "upper hand first": Way(lambda rows: (rows[2], rows[1], rows[0])),
        "middle hand first": Way(lambda rows: (rows[1], rows[2], rows[0])),
        "middle, then lower": Way(lambda rows: (rows[1], rows[0], rows[2])),
        "lower, then upper": Way(lambda rows: (rows[0], rows[2], rows[1])),
        "upper, then lower": Way(lambda rows: (rows[2], rows[0], rows[1])),
        "even": Way(min),
        "adds strengths up": Way(sum),
        "multiplies them": Way(lambda rows: rows[0] * rows[1] * rows[2]),
        "gives the lower hand up": Way(lambda rows: rows[1] + rows[2]),
        "gives the middle hand up": Way(lambda rows: rows[0] + rows[2]),
        "gives the upper hand up": Way(lambda rows: rows[0] + rows[1]),
        "upper hand counts twice": Way(lambda rows: rows[0] + rows[1] + 2 * rows[2]),
        "never declares": Way(sum, declares=False),
    }
)
"""The habits by name, such as ``lower hand first``."""


class Habitual(Greedy):
    """A player who sets the cards in the way that a habit rates highest.

    If the habit allows instant wins, the player declares them as `Greedy` does.

    Args:
        game: the game with the rules of the table.
        way: the habit.
    """

    def __init__(self, game: XapXamGame, way: Way) -> None:
        super().__init__(game)
        self.way = way

    def choose(self, view: View[Table], choices: Choices[Lay], rng: Random) -> Lay:
        usual = super().choose(view, choices, rng)
        if usual.declared and self.way.declares:
            return usual
        ranking = self.scorer.ranking
        settings = front(hand_of(view), ranking, level=self.scorer.level)

        def liked(split: Split) -> tuple[float, ...] | float:
            lower, middle, upper = [each / ranking.size for each in split.strengths]
            return self.way.likes((lower, middle, upper))

        a, b, c = max(settings, key=liked).hands
        return Lay((a, b, c))


def habitual(name: str, game: XapXamGame) -> Habitual:
    """Make a player with one of the habits.

    Args:
        name: name of the habit in `HABITS`.
        game: the game with the rules of the table.
    """
    return Habitual(game, HABITS[name])
