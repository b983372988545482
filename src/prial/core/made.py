"""The gain or loss of each seat in a game, in points or in chips."""

from typing import Any

from prial.core.game import Game, Over, Result, State


def ended(game: Game[Any, Any], state: State[Any]) -> Result:
    """The result of a game in a state. A game that isn't over counts as broken off in this state."""
    node = game.node(state)
    return node.result if isinstance(node, Over) else game.stop(state)


def made(game: Game[Any, Any], result: Result, *, for_chips: bool, first: State[Any] | None = None) -> tuple[int, ...]:
    """The gain or loss of each seat, from the start of a game to its result.

    Args:
        game: the game with the rules of the table.
        result: how the game ended.
        for_chips: whether the game is played for chips (`prial.core.kind.Kind.for_chips`).
        first: the state from which the game began; None for the usual start of the game.
    Returns:
        For each seat, the chips at the end less the chips at the start; points instead of chips if the game isn't played for
        chips. In a game that is played with tokens, each token that a seat pays counts −1.
    """
    before = ended(game, game.start() if first is None else first)
    numbers = (result.ledger, before.ledger) if for_chips else (result.scores, before.scores)
    return tuple([now - then for now, then in zip(*numbers, strict=True)])
