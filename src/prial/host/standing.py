"""Who stands where when a game is over."""

from prial.core.game import Result


def places(result: Result, *, for_chips: bool) -> tuple[int, ...]:
    """Every seat's place, from 1; those who are level share one, and the next place is left free for each of them.

    Args:
        result: how the game ended. Its winners stand before all others.
        for_chips: whether the ledger says who played well; else the score does, and the ledger only among equal scores.
    """
    measures = [
        (seat in result.winners, ledger) if for_chips else (seat in result.winners, score, ledger)
        for seat, (score, ledger) in enumerate(zip(result.scores, result.ledger, strict=True))
    ]
    return tuple([1 + sum(other > own for other in measures) for own in measures])
