"""How to bet where two are left, out of solved games (`prial.study.solve`): from numbers that a view shows to a mix of moves."""

from typing import Final, NamedTuple

STRENGTHS: Final = 741
"""Strengths of three natural cards."""


class Spot(NamedTuple):
    """What two players see of their betting. Chips, but for what is said to be in open units (what an open player pays)."""

    pot: int
    """What lies in the pots that both play for, antes and others' money too."""
    last: int
    """The last bet in open units; 0 where nobody has bet yet."""
    least: int
    """The least opening bet in open units."""
    blind: bool
    """Whether who decides hasn't looked."""
    other_blind: bool
    """Whether the other one hasn't."""
    chips: int
    """What who decides has left."""
    other_chips: int
    """What the other one has left."""
    bets: int = 0
    """Bets of who decides in this deal, so far."""
    single: bool = False
    """Whether an open player sees an open one for the last bet once, not twice."""


class Mix(NamedTuple):
    """How often each move is made; together 1."""

    fold: float
    least: float
    """Bet the least that is allowed."""
    more: float
    """Bet more than that."""
    see: float
    look: float


def heads_up(spot: Spot, strength: int | None) -> Mix:
    """How often to make each move.

    Only moves that the rules allow have a share: nobody sees before a bet, nobody open sees a blind hand, and only a blind
    player looks. Whether the chips are enough, and what a limit allows, is left to whoever asks.

    Args:
        spot: the betting.
        strength: of the hand, 1 (the weakest) to 741, as natural cards rank; None for a blind player.
    Raises:
        ValueError: a strength for a blind player or none for an open one, or one that isn't there.
    """
    if (strength is None) is not spot.blind or not 1 <= (strength or 1) <= STRENGTHS:
        raise ValueError(f"strength {strength} of a player who is {'blind' if spot.blind else 'open'}")
    # By the price alone, until the solved games are here
    if strength is None:
        return Mix(0.0, 0.5, 0.0, 0.0, 0.5)
    good = strength / STRENGTHS
    if good < 0.35:
        return Mix(0.8, 0.2, 0.0, 0.0, 0.0)
    if spot.last and not spot.other_blind and good > 0.5:
        return Mix(0.0, 0.4, 0.2, 0.4, 0.0)
    return Mix(0.1, 0.7, 0.2, 0.0, 0.0)
