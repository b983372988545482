"""What a Brag bet may be and what seeing costs. The last bet is kept in open units throughout."""

import msgspec


class Limits(msgspec.Struct, frozen=True, gc=False):
    """The limits of a table, in chips."""

    min_bet: int = 1
    max_bet: int = 0
    """Most for the opening bet; 0 for no limit."""
    max_raise: int = 0
    """How far a bet may exceed the last; 0 for no limit."""
    pot_limit: bool = False
    """Whether nobody pays more than what lies in the pots."""
    double_see: bool = True
    """Whether an open player sees an open one for twice the last bet."""


def half(chips: int) -> int:
    """What a blind player pays for so much: half, rounded up."""
    return (chips + 1) // 2


def in_open_units(chips: int, *, blind: bool) -> int:
    """What a payment counts as: a blind one double."""
    return 2 * chips if blind else chips


def least(limits: Limits, last: int, *, blind: bool) -> int:
    """The least bet, chips to pay.

    Args:
        limits: the table's.
        last: the last bet in open units; 0 before any.
        blind: whether the player bets blind.
    """
    open_bet = last or limits.min_bet
    return half(open_bet) if blind else open_bet


def most(limits: Limits, last: int, pot: int, *, blind: bool) -> int | None:
    """The greatest bet, chips to pay; None for no limit but the purse. Never below the least: who may bet may stay in.

    Args:
        limits: the table's.
        last: the last bet in open units; 0 before any.
        pot: chips in all pots.
        blind: whether the player bets blind.
    """
    margin = limits.max_raise if last else limits.max_bet
    caps = []
    if margin:
        open_most = last + margin
        caps.append(open_most // 2 if blind else open_most)
    if limits.pot_limit:
        caps.append(pot)
    return max(least(limits, last, blind=blind), min(caps)) if caps else None


def price(limits: Limits, last: int, *, blind: bool, seen_blind: bool) -> int | None:
    """What seeing the other of the last two costs, chips; None where an open player can't see a blind one.

    Args:
        limits: the table's.
        last: the last bet in open units, above 0.
        blind: whether the payer is blind.
        seen_blind: whether the other is.
    """
    if not blind:
        return None if seen_blind else last * (1 + limits.double_see)
    # Both blind: twice what the last blind bet paid, which is the last bet in open units.
    return last
