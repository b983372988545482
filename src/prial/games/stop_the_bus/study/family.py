"""Players with simple habits. A bot that loses to one of them plays badly."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from prial.core.game import Choices, View
from prial.games.stop_the_bus.bots import Thumb
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.state import Action, Table
from prial.games.stop_the_bus.study.response import Manner, Mannered
from prial.ranks.brag import Category, Ranking


class Way(NamedTuple):
    """A habit: the weakest hand with which a player stops the bus.

    Each field is a function that takes the ranking of hands and returns a strength. The field ``behind`` may be None instead.
    """

    calls_at: Callable[[Ranking], int]
    """Gives the lowest strength with which the player stops the bus."""
    behind: Callable[[Ranking], int] | None = None
    """Gives the lowest strength with which the player stops the bus while nobody in the game has fewer tokens than this player.

    With None, ``calls_at`` is always used.
    """


def _pair(of: Ranking) -> int:
    return of.least(Category.PAIR)


def _flush(of: Ranking) -> int:
    return of.least(Category.FLUSH)


def _run(of: Ranking) -> int:
    return of.least(Category.RUN)


def _anything(_: Ranking) -> int:
    return 0


def _never(of: Ranking) -> int:
    return of.size + 1


HABITS: Final[Mapping[str, Way | Manner]] = MappingProxyType(
    {
        "stops at once": Way(_anything),
        "stops at a pair": Way(_pair),
        "stops at a flush": Way(_flush),
        "stops at a run": Way(_run),
        "never stops": Way(_never),
        "dares when behind": Way(_flush, _pair),
        "waits when behind": Way(_pair, _run),
        "the first stops at once": Manner(0.0, 0.87, 0.87, 0.87, 0.0, 0.0),
        "the first never stops": Manner(1.1, 0.87, 0.87, 0.87, 0.0, 0.0),
        "stops with the better half": Manner(0.5, 0.5, 0.5, 0.5, 0.0, 0.0),
        "patient": Manner(0.95, 0.95, 0.95, 0.95, 0.0, 0.0),
        "waits a round": Manner(1.1, 1.1, 0.8, 0.8, 0.0, 0.0),
        "waits two rounds": Manner(1.1, 1.1, 1.1, 0.7, 0.0, 0.0),
        "loses patience": Manner(0.95, 0.9, 0.75, 0.4, 0.0, 0.0),
        "grows careful": Manner(0.5, 0.7, 0.85, 0.95, 0.0, 0.0),
        "hopes": Manner(0.87, 0.87, 0.87, 0.87, 1.0, 0.0),
        "hopes and waits": Manner(0.95, 0.95, 0.95, 0.95, 2.0, 0.0),
        "grudges": Manner(0.87, 0.87, 0.87, 0.87, 0.0, 0.7),
        "grudges, and stops soon": Manner(0.7, 0.7, 0.7, 0.7, 0.0, 0.7),
        "grudges and hopes": Manner(0.87, 0.87, 0.87, 0.87, 0.7, 0.7),
    }
)
"""The habits, by the names that `habitual` takes."""


class Habitual(Thumb):
    """Makes the exchange that gives the best hand. Its habit says with which hands it stops the bus.

    Args:
        game: the game with the rules of the table.
        way: the habit.
    """

    def __init__(self, game: BusGame, way: Way) -> None:
        super().__init__(game)
        self.way = way

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn, of, scores = Turn(self.game.rules, view), self.game.ranking, view.public.scores
        assert view.seat is not None
        best = max(turn.exchanges, key=lambda exchange: of.strength(turn.after(exchange)))
        behind = scores[view.seat] == min(score for score in scores if score)
        calls_at = (self.way.behind if behind and self.way.behind else self.way.calls_at)(of)
        return with_call(best) if turn.no_call is None and of.strength(turn.after(best)) >= calls_at else best


def habitual(name: str, game: BusGame) -> Habitual | Mannered:
    """Make a player with one of the habits.

    Args:
        name: the name of the habit in `HABITS`.
        game: the game with the rules of the table.
    Raises:
        KeyError: if no habit has this name.
    """
    way = HABITS[name]
    return Mannered(game, way) if isinstance(way, Manner) else Habitual(game, way)
