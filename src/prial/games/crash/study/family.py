"""Players with simple habits. If one of these players beats a bot, the bot does something wrong."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from prial.core.game import Choices, View
from prial.games.crash.actions import Action, Lay
from prial.games.crash.bots import Greedy, hand_of
from prial.games.crash.game import CrashGame
from prial.games.crash.state import Table

Habit: TypeAlias = Callable[[tuple[float, ...]], tuple[float, ...] | float]
"""A function that rates a split of a hand. The player lays the split with the greatest result.

The argument has the strength of the hand in each place, divided by the greatest possible strength.
"""


def _sorted(order: Callable[[int], tuple[int, ...]]) -> Habit:
    """A habit that fills the places in a given order, each with the strongest hand that is still possible there."""
    return lambda strengths: tuple([strengths[place] for place in order(len(strengths))])


def _product(strengths: tuple[float, ...]) -> float:
    found = 1.0
    for strength in strengths:
        found *= strength
    return found


HABITS: Final[Mapping[str, Habit]] = MappingProxyType(
    {
        "first hand first": _sorted(lambda places: tuple(range(places))),
        "last hand first": _sorted(lambda places: tuple(reversed(range(places)))),
        "second hand first": _sorted(lambda places: (1, 0, *range(2, places))),
        "last but one first": _sorted(lambda places: (places - 2, places - 1, *range(places - 2))),
        "first, then the last": _sorted(lambda places: (0, *reversed(range(1, places)))),
        "even": min,
        "adds strengths up": sum,
        "all for a crash": _product,
        "gives the first hand up": lambda strengths: sum(strengths[1:]),
        "gives the last hand up": lambda strengths: sum(strengths[:-1]),
        "squares": lambda strengths: sum(strength**2 for strength in strengths),
        "two good hands": lambda strengths: sum(sorted(strengths)[-2:]),
    }
)
"""The habits by name: functions that rate a split, such as ``last hand first``."""


class Habitual(Greedy):
    """A player who lays the split that a habit rates highest. In everything else it plays as `Greedy` does.

    Args:
        game: the game with the rules of the table.
        habit: the function that rates a split.
    """

    def __init__(self, game: CrashGame, habit: Habit) -> None:
        super().__init__(game)
        self.habit = habit

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual = super().choose(view, choices, rng)
        if not isinstance(usual, Lay):
            return usual
        size = self.game.scorer.ranking.size
        best = max(self.splits(hand_of(view)), key=lambda split: self.habit(tuple([each / size for each in split.strengths])))
        return self.lay(best)


def habitual(name: str, game: CrashGame) -> Habitual:
    """Make a player with one of the habits.

    Args:
        name: name of the habit in `HABITS`.
        game: the game with the rules of the table.
    """
    return Habitual(game, HABITS[name])
