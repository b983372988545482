"""A coach: says what to do at a decision and why. It knows only what the seat may know. It values answers as the review does."""

from collections.abc import Mapping
from typing import Any, Protocol

from prial.bots.bot import Advice
from prial.core.game import Game, View
from prial.core.registry import find


class Coach(Protocol):
    """A game's coach, which the game brings as `prial.core.kind.Kind.coach`."""

    def __call__(self, game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
        """Say what to do.

        Args:
            game: the table.
            seen: the view of the seat that decides; the coach uses nothing else.
            key: the decision's name; the same key and view always give the same numbers.
            bots: names of the bots at the table, by the seat's number as text. Seats of people are left out.
        Returns:
            The action that is worth most, with a title and the reasons; None where there is nothing to weigh.
        """


def coach(game: Game[Any, Any], seen: View[Any], key: str, bots: Mapping[str, Any]) -> Advice | None:
    """Ask a game's coach what to do, and why.

    Args:
        game: the table.
        seen: the view of the seat that decides.
        key: the decision's name.
        bots: names of the bots at the table, by the seat's number as text. Seats of people are left out.
    Returns:
        The advice; None where there is nothing to weigh, or the game has no coach.
    Raises:
        RulesError: the coach can't be loaded.
    """
    brought: Coach | None = find(game.name).part("coach")
    return None if brought is None else brought(game, seen, key, bots)


def brings(number: float, unit: str) -> str:
    """What an answer brings, in words: ``makes 12.3 chips``, ``loses 0.25 tokens``, ``makes nothing``.

    Args:
        number: the gain, negative for a loss. It is rounded to one decimal, or to two if it is below 1.
        unit: the name of what is gained, in the plural: ``chips``.
    """
    told = f"{abs(number):.1f}" if abs(number) >= 1 else f"{abs(number):.2f}"
    if not float(told):
        return "makes nothing"
    return f"{'makes' if number > 0 else 'loses'} {told} {unit}"
