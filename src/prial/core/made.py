"""The gain or loss of each seat in a game, in points or in chips."""

from typing import Any

from prial.core.game import Game, Over, Result, State


def ended(game: Game[Any, Any], state: State[Any]) -> Result:
    """The result of a game. If the game isn't over, it counts as stopped in this state."""
    node = game.node(state)
    return node.result if isinstance(node, Over) else game.stop(state)


def made(game: Game[Any, Any], result: Result, *, for_chips: bool, first: State[Any] | None = None) -> tuple[int, ...]:
    """The gain or loss of each seat in a game.

    Args:
        game: the game.
        result: how the game ended.
        for_chips: true to count chips, false to count points (see `prial.core.kind.Kind.for_chips`).
        first: the state from which the game began; None for the usual start of the game.
    Returns:
        For each seat, the number of chips (or points) at the end minus the number at the start. In a game that is played with
        tokens, each token that a seat pays counts −1.
    """
    before = ended(game, game.start() if first is None else first)
    numbers = (result.ledger, before.ledger) if for_chips else (result.scores, before.scores)
    return tuple([now - then for now, then in zip(*numbers, strict=True)])
