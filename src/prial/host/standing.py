"""The players' places (first, second and so on) when a game is over."""

from prial.core.game import Result


def places(result: Result, *, for_chips: bool) -> tuple[int, ...]:
    """One place for each seat, from 1 for the best. Players who tie share a place: after two players on place 1 comes place 3.

    Args:
        result: the game's result. The winners get better places than all other players.
        for_chips: True ranks players by the ledger. False ranks players by score, and players with equal scores by the ledger.
    """
    measures = [
        (seat in result.winners, ledger) if for_chips else (seat in result.winners, score, ledger)
        for seat, (score, ledger) in enumerate(zip(result.scores, result.ledger, strict=True))
    ]
    return tuple([1 + sum(other > own for other in measures) for own in measures])
