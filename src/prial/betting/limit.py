"""Betting in fixed steps (limit betting): the price of a call, the seats that may raise, and the pots.

A player who hasn't looked at the hand calls at half price. The *credit* of a seat is what its payments would be at full price. To
stay in, a seat brings its credit up to `Limit.stands`, or pays all its chips.

The pots hold the chips that were really paid. If a seat has paid all its chips, its pot takes payments only up to the seat's
credit. Chips that others paid beyond that credit go into the next pot.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from prial.betting.amounts import half
from prial.core.game import Seat, put

MOST_RAISES: Final = 3
"""Greatest number of full raises in a betting round. With two seats left in the pot there is no limit."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """One payment of a seat into the pots, at full price or at half price."""

    credit: int
    """The chips that the payment adds to the seat's credit: the full price of this payment, even if the seat paid half of it."""
    halved: bool = False
    """Whether the seat paid only half of the full price, rounded up."""


Stake: TypeAlias = tuple[Part, ...]
"""The payments of one seat in this deal, the earliest first."""


class Limit(msgspec.Struct, frozen=True, gc=False):
    """The state of the betting in a deal. All amounts are in chips."""

    stakes: tuple[Stake, ...]
    """The payments of each seat; the index is the seat."""
    stands: int = 0
    """The credit that a seat needs to stay in, counted from the start of the deal."""
    before: int = 0
    """The credit that a seat needed to stay in when this round began."""
    step: int = 0
    """The amount that a bet or a raise adds in this round."""
    opened: bool = False
    """Whether a seat has bet in this round. Putting in a blind counts as a bet."""
    raises: int = 0
    """Number of full raises in this round."""
    acted: tuple[Seat, ...] = ()
    """Seats that have acted since the last full bet or raise of this round."""

    @property
    def to_match(self) -> int:
        """The credit that a seat must add during this round to stay in: ``stands`` minus ``before``."""
        return self.stands - self.before


class Terms(msgspec.Struct, frozen=True, gc=False):
    """The prices of a call and of a raise for the seat whose turn it is, in chips."""

    call: int
    """The price of a call, even if the seat has fewer chips; 0 if the seat may check."""
    call_pays: int
    """The chips that the seat pays to call: the price, or all its chips if it has fewer."""
    raise_pays: int
    """The chips that the seat pays to raise, if it may raise: the price, or all its chips if it has fewer."""
    full: bool
    """Whether the seat has enough chips for a full raise."""
    why_not_raise: str = ""
    """The reason why the seat may not raise; empty if it may. ``closed``: the seat has acted since the last full raise.
    ``limit``: the round has had as many raises as are allowed. ``alone``: no other seat has chips left. ``short``: the seat has
    too few chips."""


def credit(stake: Stake) -> int:
    """The chips that a seat would have paid at full price.

    Args:
        stake: the seat's payments.
    """
    return sum([part.credit for part in stake])


def paid(stake: Stake, level: int | None = None) -> int:
    """The chips that a seat really paid.

    Args:
        stake: the seat's payments.
        level: a credit. The part of a payment that goes beyond this credit is left out. None counts all payments.
    """
    left = credit(stake) if level is None else level
    chips = 0
    for part in stake:
        below = max(0, min(part.credit, left))
        chips += half(below) if part.halved else below
        left -= part.credit
    return chips


def total(betting: Limit) -> int:
    """Chips in all pots."""
    return sum(map(paid, betting.stakes))


def post(betting: Limit, seat: Seat, chips: int, blind: int) -> Limit:
    """Put in a blind for a seat, and return the new state of the betting.

    A seat with too few chips puts in all its chips. The other seats must still match the whole blind.

    Args:
        betting: the betting before the blind.
        seat: the seat.
        chips: the chips that the seat has.
        blind: the whole blind, in chips.
    """
    stakes = put(betting.stakes, seat, (Part(min(chips, blind)),))
    return replace(betting, stakes=stakes, stands=max(betting.stands, blind), opened=True)


def next_round(betting: Limit, step: int) -> Limit:
    """Begin the next betting round of a deal, and return the new state of the betting.

    Args:
        betting: the betting at the end of the last round.
        step: the amount of a bet or a raise in the new round.
    """
    return replace(betting, before=betting.stands, step=step, opened=False, raises=0, acted=())


def terms(betting: Limit, seat: Seat, chips: int, others: Collection[int], *, blind: bool) -> Terms:
    """The prices of a call and of a raise for the seat whose turn it is.

    Args:
        betting: the betting so far.
        seat: the seat whose turn it is.
        chips: the chips that the seat has, above 0.
        others: the chips that each other seat in the pot has.
        blind: whether the player hasn't looked at the hand.
    """
    owed = betting.stands - credit(betting.stakes[seat])
    price = half(owed) if blind else owed
    why = ""
    if not any(others):
        why = "alone"
    elif seat in betting.acted:
        why = "closed"
    elif chips <= price:
        why = "short"
    elif len(others) > 1 and betting.raises >= MOST_RAISES:
        why = "limit"
    return Terms(price, min(price, chips), min(price + betting.step, chips), chips >= price + betting.step, why)


def call(betting: Limit, seat: Seat, chips: int, *, blind: bool) -> Limit:
    """Call or check for a seat, and return the new state of the betting.

    A seat with too few chips calls with all its chips. If there is nothing to call, the seat checks.

    Args:
        betting: the betting so far.
        seat: the seat.
        chips: the chips that the seat has.
        blind: whether the player hasn't looked at the hand, and so calls at half price.
    """
    owed = betting.stands - credit(betting.stakes[seat])
    credited = min(owed, 2 * chips if blind else chips)
    stake = (*betting.stakes[seat], Part(credited, blind)) if credited else betting.stakes[seat]
    return replace(betting, stakes=put(betting.stakes, seat, stake), acted=(*betting.acted, seat))


def raised(betting: Limit, seat: Seat, chips: int, *, blind: bool) -> Limit:
    """Bet or raise by one step for a seat, and return the new state of the betting.

    If the seat has too few chips for a whole step, it raises by the chips that it has after the call. After such a raise, seats
    that have already acted may not raise again.

    Args:
        betting: the betting so far.
        seat: the seat.
        chips: the chips that the seat has.
        blind: whether the player hasn't looked at the hand, and so calls at half price. The raise itself costs its full price.
    """
    owed = betting.stands - credit(betting.stakes[seat])
    more = min(betting.step, chips - (half(owed) if blind else owed))
    called = call(betting, seat, chips, blind=blind)
    full = more == betting.step
    return replace(
        called,
        stakes=put(called.stakes, seat, (*called.stakes[seat], Part(more))),
        stands=betting.stands + more,
        opened=True,
        raises=betting.raises + (full and betting.opened),
        acted=(seat,) if full else called.acted,
    )


def to_act(betting: Limit, order: Sequence[Seat], chips: Callable[[Seat], int]) -> Seat | None:
    """The seat that acts next; None if the round is over.

    Args:
        betting: the betting so far.
        order: the seats in the pot, in the order in which they would act next.
        chips: a function that gives the chips that a seat has.
    """
    able = [seat for seat in order if chips(seat)]
    if len(able) == 1:  # no opponent can bet any more: the only seat with chips can at most call what the others have put in
        most = max([credit(betting.stakes[seat]) for seat in order if seat != able[0]], default=0)
        able = [seat for seat in able if credit(betting.stakes[seat]) < most]
    due = [seat for seat in able if seat not in betting.acted or credit(betting.stakes[seat]) < betting.stands]
    return due[0] if due else None


def uncalled(betting: Limit) -> tuple[Seat, int, Limit] | None:
    """The part of a bet or raise that no other seat has called.

    Returns:
        The seat, the chips that it takes back, and the betting without these chips; None if every bet is called.
    """
    levels = list(map(credit, betting.stakes))
    most, level = sorted(levels, reverse=True)[:2]
    if most == level:
        return None
    seat = levels.index(most)
    stake = betting.stakes[seat]
    kept = _below(stake, level)
    return seat, paid(stake) - paid(kept), replace(betting, stakes=put(betting.stakes, seat, kept))


def _below(stake: Stake, level: int) -> Stake:
    """The first payments of a stake, up to a credit of ``level``. The last one may be cut."""
    kept = []
    for part in stake:
        if level > 0:
            kept.append(replace(part, credit=min(part.credit, level)))
        level -= part.credit
    return tuple(kept)


def pots(betting: Limit, still: Collection[Seat], able: Collection[Seat] = ()) -> list[tuple[int, tuple[Seat, ...]]]:
    """Divide the chips that were paid into a main pot and side pots.

    Args:
        betting: the betting so far.
        still: the seats that haven't folded. The chips of folded seats stay in the pots.
        able: the seats in ``still`` that can put in more chips; empty once the betting is over. These seats take part in all
            pots.
    Returns:
        The chips of each pot and the seats that may win it, the main pot first.
    """
    most = max(map(credit, betting.stakes))
    reached = {seat: most if seat in able else credit(betting.stakes[seat]) for seat in still}
    found, below, top = [], 0, max(reached.values())
    for level in sorted(set(reached.values())):
        chips = sum([paid(stake, None if level == top else level) for stake in betting.stakes])
        if chips > below:  # with half prices, two levels may have no chips between them
            found.append((chips - below, tuple([seat for seat in still if reached[seat] >= level])))
        below = chips
    return found
