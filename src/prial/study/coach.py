"""A coach says what to do at a decision, and why. It knows only what the seat may know. It values actions as the review does."""

from collections.abc import Mapping
from typing import Any, Protocol

from prial.arguments import explained
from prial.bots.bot import Advice
from prial.core.game import Game, Seat, View
from prial.core.given import check_view
from prial.core.registry import find
from prial.study.analysis import as_notes


class Coach(Protocol):
    """A game's coach. The game names it in the field `prial.core.kind.Kind.coach`."""

    def __call__(self, game: Any, seen: View[Any], key: str, bots: Mapping[str, Any], /) -> Advice | None:
        """Say what to do.

        Args:
            game: the game with the rules of the table.
            seen: the view of the seat that decides; the coach uses nothing else.
            key: the decision's name. For the same key, view and bots, the coach always gives the same advice.
            bots: names of the bots at the table. Each key is a seat's number as text; seats of people are left out.
        Returns:
            The action that is worth most, with a title and the reasons. It is None if there are no actions to compare.
        """


@explained
def coach(game: Game[Any, Any], seen: View[Any], key: str = "1", bots: Mapping[Seat, str] | None = None) -> Advice | None:
    """Ask a game's coach what to do, and why.

    Args:
        game: the game with the rules of the table.
        seen: the view of the seat that decides.
        key: the seed of all chance. If it is the decision's name (`prial.core.game.Decision.key`), the numbers are those of a
            review.
        bots: names of the bots at the table, as `prial.study.analysis.analyse` takes them; each key is a seat.
    Returns:
        The advice. It is None if there are no actions to compare, or if the game has no coach.
    Raises:
        RulesError: the arguments aren't a game and a view of it, the coach can't be loaded, or there is no such bot or no such
            seat.
    """
    check_view(game, seen)
    brought: Coach | None = find(game.name).part("coach")
    return None if brought is None else brought(game, seen, key, as_notes(game, bots))


def brings(number: float, unit: str) -> str:
    """What an action brings, in words: ``makes 12.3 chips``, ``loses 0.25 tokens``, ``makes nothing``.

    Args:
        number: the gain; a loss is below 0. It is rounded to one decimal, or to two decimals if it is between -1 and 1.
        unit: the name of what is gained, in the plural: ``chips``.
    """
    told = f"{abs(number):.1f}" if abs(number) >= 1 else f"{abs(number):.2f}"
    if not float(told):
        return "makes nothing"
    return f"{'makes' if number > 0 else 'loses'} {told} {unit}"
