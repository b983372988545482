"""The players' places when a game is over."""

from prial.core.game import Result


def places(result: Result, *, for_chips: bool) -> tuple[int, ...]:
    """The places, by seat, from 1. Players who are level share a place: if two share place 1, the next player has place 3.

    Args:
        result: the game's result. Its winners come before all others.
        for_chips: whether players are ranked by the ledger; else by score, and by the ledger among equal scores.
    """
    measures = [
        (seat in result.winners, ledger) if for_chips else (seat in result.winners, score, ledger)
        for seat, (score, ledger) in enumerate(zip(result.scores, result.ledger, strict=True))
    ]
    return tuple([1 + sum(other > own for other in measures) for own in measures])
