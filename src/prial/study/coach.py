"""A coach: what to do at a decision and why, from what a seat may know, by the same numbers as a review's."""

from collections.abc import Mapping
from typing import Any, Protocol

from prial.bots.bot import Advice
from prial.core.game import Game, View
from prial.core.registry import find


class Coach(Protocol):
    """What a game brings that can say what to do, as `prial.core.kind.Kind.coach`."""

    def __call__(self, game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
        """Say what to do.

        Args:
            game: the table.
            seen: what the seat that decides knows; the coach goes by nothing else.
            key: the decision's name, which the same numbers always belong to.
            bots: the bot that sits in each seat, by the seat's number as text.
        Returns:
            The answer that is worth most, its title and the reasons; None where there is nothing to weigh.
        """


def coach(game: Game[Any, Any], seen: View[Any], key: str, bots: Mapping[str, Any]) -> Advice | None:
    """What a game's coach would do, and why; None where nothing is to be weighed, or the game has no coach.

    Args:
        game: the table.
        seen: what the seat that decides knows.
        key: the decision's name.
        bots: the bot that sits in each seat, by the seat's number as text.
    Raises:
        RulesError: the coach can't be loaded.
    """
    brought: Coach | None = find(game.name).part("coach")
    return None if brought is None else brought(game, seen, key, bots)


def brings(number: float, unit: str) -> str:
    """What an answer brings, in words: ``makes 12.3 chips``, ``loses 0.25 tokens``, ``makes nothing``.

    Args:
        number: to a tenth from one on, to a hundredth below.
        unit: what is counted, in the plural.
    """
    told = f"{abs(number):.1f}" if abs(number) >= 1 else f"{abs(number):.2f}"
    if not float(told):
        return "makes nothing"
    return f"{'makes' if number > 0 else 'loses'} {told} {unit}"
