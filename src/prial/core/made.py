"""What each seat made in a game, in points or in chips."""

from typing import Any

from prial.core.game import Game, Over, Result, State


def ended(game: Game[Any, Any], state: State[Any]) -> Result:
    """The result of a game in a state. Before the end of the game, it is the result of stopping there."""
    node = game.node(state)
    return node.result if isinstance(node, Over) else game.stop(state)


def made(game: Game[Any, Any], result: Result, *, for_chips: bool) -> tuple[int, ...]:
    """What each seat made in a game, from the game's start to its result.

    Args:
        game: the game with the rules of the table.
        result: how the game ended.
        for_chips: whether the game is played for chips (`prial.core.kind.Kind.for_chips`).
    Returns:
        By seat: chips won, below 0 for a loss, if the game is played for chips. Otherwise the points less those at the start. So
        where everybody starts with tokens, a seat makes −1 by paying a token.
    """
    if for_chips:
        return result.ledger
    return tuple([points - first for points, first in zip(result.scores, game.stop(game.start()).scores, strict=True)])
