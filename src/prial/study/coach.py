"""A coach says what to do at a decision, and why. It uses only what can be seen by the player whose turn it is."""

from collections.abc import Mapping
from typing import Any, Protocol

from prial.arguments import explained
from prial.bots.bot import Advice
from prial.core.game import Game, Seat, View
from prial.core.given import check_view
from prial.core.registry import find
from prial.study.analysis import as_notes


class Coach(Protocol):
    """A function that advises the players of one game. The game's field `prial.core.kind.Kind.coach` refers to it."""

    def __call__(self, game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
        """Say what to do.

        Args:
            game: the game with its rules.
            seen: the view of the player who decides; nothing else is used.
            key: the decision's name. The same key, view and bots always give the same advice.
            bots: maps a bot's seat, as text, to the bot's name. Seats of people are left out.
        Returns:
            The best action, with a title and the reasons; None if there are no actions to compare.
        """


@explained
def coach(game: Game[Any, Any], seen: View[Any], key: str = "1", bots: Mapping[Seat, str] | None = None) -> Advice | None:
    """Ask a game's coach what to do, and why.

    Args:
        game: the game with its rules.
        seen: the view of the player who decides.
        key: the seed of the random numbers. If it is the decision's name (`prial.core.game.Decision.key`), the coach and a
            review give the same numbers.
        bots: maps a bot's seat to the bot's name, such as ``{1: "plain"}``. Seats of people are left out.
    Returns:
        The advice. If the game has no coach, or if there are no actions to compare, the result is None.
    Raises:
        RulesError: if ``game`` isn't a game, ``seen`` isn't a view of it, ``bots`` names an unknown bot or seat, or the coach
            can't be loaded.
    """
    check_view(game, seen)
    brought: Coach | None = find(game.name).part("coach")
    return None if brought is None else brought(game, seen, key, as_notes(game, bots))


def brings(number: float, unit: str) -> str:
    """Say in words what an action brings: ``makes 12.3 chips``, ``loses 0.25 tokens``, ``makes nothing``.

    Args:
        number: the gain; a loss is below 0. It is rounded to one decimal, or to two between -1 and 1.
        unit: the unit of the gain, in the plural: ``chips``.
    """
    told = f"{abs(number):.1f}" if abs(number) >= 1 else f"{abs(number):.2f}"
    if not float(told):
        return "makes nothing"
    return f"{'makes' if number > 0 else 'loses'} {told} {unit}"
