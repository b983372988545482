"""The limits of a Brag bet and the price of seeing.

A blind player pays half the price of an open player, who has looked at the hand. The last bet is always given in open units: the
price for an open player.
"""

import msgspec


class Limits(msgspec.Struct, frozen=True, gc=False):
    """The limits for the bets at a table, in chips."""

    min_bet: int = 1
    """The smallest opening bet."""
    max_bet: int = 0
    """The greatest opening bet; 0 for no limit."""
    max_raise: int = 0
    """The greatest amount by which a bet may exceed the last bet; 0 for no limit."""
    pot_limit: bool = False
    """Whether the pot limits a bet: no player may pay more for a bet than all pots hold."""
    double_see: bool = True
    """Whether an open player pays twice the last bet to see another open player. If not, the player pays the last bet once."""


def half(chips: int) -> int:
    """The price of a bet for a blind player: half of ``chips``, the price for an open player, rounded up."""
    return (chips + 1) // 2


def in_open_units(chips: int, *, blind: bool) -> int:
    """A bet in open units, from the chips that the player pays. A blind player's chips count double."""
    return 2 * chips if blind else chips


def least(limits: Limits, last: int, *, blind: bool) -> int:
    """The chips to pay for the smallest allowed bet.

    Args:
        limits: the limits of the table.
        last: the last bet in open units, which is the price for an open player. It is 0 before the first bet.
        blind: whether the player bets blind.
    """
    open_bet = last or limits.min_bet
    return half(open_bet) if blind else open_bet


def most(limits: Limits, last: int, pot: int, *, blind: bool) -> int | None:
    """The chips to pay for the greatest allowed bet. It is None if no limit applies.

    The limit is never below the smallest allowed bet. So a player can always bet enough to stay in.

    Args:
        limits: the limits of the table.
        last: the last bet in open units, which is the price for an open player. It is 0 before the first bet.
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
    """The chips that a player pays to see the other player, when two players are left.

    It is None for an open player against a blind player: an open player may not see a blind player.

    Args:
        limits: the limits of the table.
        last: the last bet in open units, which is the price for an open player. It is above 0.
        blind: whether the paying player is blind.
        seen_blind: whether the other player is blind.
    """
    if not blind:
        return None if seen_blind else last * (1 + limits.double_see)
    # A blind player pays twice half the last bet, and so the whole last bet
    return last
