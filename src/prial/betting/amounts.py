"""The limits of a Brag bet, and what it costs to see another player.

An open player has looked at the hand. A blind player hasn't looked, and pays half. The last bet is always given as the chips
that an open player pays for it.
"""

import msgspec


class Limits(msgspec.Struct, frozen=True, gc=False):
    """The limits for the bets at a table, in chips."""

    min_bet: int = 1
    """The smallest opening bet."""
    max_bet: int = 0
    """The greatest opening bet; 0 for no limit."""
    max_raise: int = 0
    """The most chips by which an open player's bet may exceed the last bet; 0 for no limit."""
    pot_limit: bool = False
    """Whether a bet is limited to the number of chips in all pots."""
    double_see: bool = True
    """Whether an open player pays twice the last bet to see another open player. If False, seeing costs the last bet."""


def half(chips: int) -> int:
    """Half of ``chips``, rounded up. If an open player pays ``chips`` for a bet, a blind player pays this half."""
    return (chips + 1) // 2


def in_open_units(chips: int, *, blind: bool) -> int:
    """The chips that an open player would pay for a bet. A blind player's chips count double.

    Args:
        chips: the chips that the player pays for the bet.
        blind: whether the player hasn't looked at the hand.
    """
    return 2 * chips if blind else chips


def least(limits: Limits, last: int, *, blind: bool) -> int:
    """The fewest chips that a player may bet.

    Args:
        limits: the limits of the table.
        last: the chips that an open player pays for the last bet; 0 before the first bet.
        blind: whether the player hasn't looked at the hand.
    """
    open_bet = last or limits.min_bet
    return half(open_bet) if blind else open_bet


def most(limits: Limits, last: int, pot: int, *, blind: bool) -> int | None:
    """The most chips that a player may bet; None if there is no limit. The result is never below `least`.

    Args:
        limits: the limits of the table.
        last: the chips that an open player pays for the last bet; 0 before the first bet.
        pot: chips in all pots.
        blind: whether the player hasn't looked at the hand.
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
    """The chips that a player pays to see the other player, when two players are left.

    An open player may not see a blind player: then the result is None.

    Args:
        limits: the limits of the table.
        last: the chips that an open player pays for the last bet, above 0.
        blind: whether the player who pays hasn't looked at the hand.
        seen_blind: whether the other player hasn't looked at the hand.
    """
    if not blind:
        return None if seen_blind else last * (1 + limits.double_see)
    # To see costs twice a bet, and a bet costs a blind player half: together the whole last bet
    return last
