"""Betting in fixed steps, where what stands must be matched: who owes what, who may raise, and the pots that come of it.

A seat is *credited* for what it puts in, so that others match the credit in full. Who hasn't looked pays half of the part that
calls; the pots hold what was really paid, and are cut at levels of credit.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from prial.betting.amounts import half
from prial.core.game import Seat, put

MOST_RAISES: Final = 3
"""Full raises in a round while more than two are in the pot."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """Chips that were put in at one price."""

    credit: int
    """What they count as."""
    halved: bool = False
    """Whether half of that was paid, rounded up."""


Stake: TypeAlias = tuple[Part, ...]
"""What a seat has put in in this deal, the earliest first."""


class Limit(msgspec.Struct, frozen=True, gc=False):
    """The betting of a deal so far."""

    stakes: tuple[Stake, ...]
    """By seat."""
    stands: int = 0
    """The credit that must be matched, both rounds together."""
    before: int = 0
    """The part of it that stood before this round."""
    step: int = 0
    """What a bet or a raise adds in this round."""
    opened: bool = False
    """Whether somebody has bet in this round; blinds count as a bet."""
    raises: int = 0
    """Full raises of this round."""
    acted: tuple[Seat, ...] = ()
    """Seats that have acted since the last full bet or raise of this round."""

    @property
    def to_match(self) -> int:
        """What stands in this round."""
        return self.stands - self.before


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What a seat would pay at its turn, chips."""

    call: int
    """To call in full; 0 where it may check."""
    call_pays: int
    """To call with what it has."""
    raise_pays: int
    """To raise with what it has; meaningless where it may not."""
    full: bool
    """Whether it has enough for a full raise."""
    why_not_raise: str = ""
    """Why it may not raise: ``closed``, ``limit``, ``alone`` or ``short``; empty where it may."""


def credit(stake: Stake) -> int:
    """What a stake counts as."""
    return sum([part.credit for part in stake])


def paid(stake: Stake, level: int | None = None) -> int:
    """Chips of a stake that lie below a level of credit; None counts them all.

    Of a part at half price that a level cuts, half of what lies below it counts, rounded up.
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
    """A seat puts in a blind, or all its chips where they are fewer. The blind stands either way."""
    stakes = put(betting.stakes, seat, (Part(min(chips, blind)),))
    return replace(betting, stakes=stakes, stands=max(betting.stands, blind), opened=True)


def next_round(betting: Limit, step: int) -> Limit:
    """The betting as a further round begins, in which nothing has been bet."""
    return replace(betting, before=betting.stands, step=step, opened=False, raises=0, acted=())


def terms(betting: Limit, seat: Seat, chips: int, others: Collection[int], *, blind: bool) -> Terms:
    """What a seat would pay.

    Args:
        betting: so far.
        seat: whose turn it is.
        chips: what it has, above 0.
        others: the chips of each other seat in the pot.
        blind: whether it hasn't looked.
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
    """A seat calls, with all its chips where they are too few; where nothing is owed, it checks."""
    owed = betting.stands - credit(betting.stakes[seat])
    credited = min(owed, 2 * chips if blind else chips)
    stake = (*betting.stakes[seat], Part(credited, blind)) if credited else betting.stakes[seat]
    return replace(betting, stakes=put(betting.stakes, seat, stake), acted=(*betting.acted, seat))


def raised(betting: Limit, seat: Seat, chips: int, *, blind: bool) -> Limit:
    """A seat bets or raises by a step, or by all it has over the call where that is less: then betting isn't opened again."""
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
    """Who acts next; None where the round is over.

    Args:
        betting: so far.
        order: the seats in the pot, from the one after who acted last.
        chips: of a seat.
    """
    able = [seat for seat in order if chips(seat)]
    if len(able) == 1:  # nobody is left to bet against: what the others have put in can be called, and no more
        most = max([credit(betting.stakes[seat]) for seat in order if seat != able[0]], default=0)
        able = [seat for seat in able if credit(betting.stakes[seat]) < most]
    due = [seat for seat in able if seat not in betting.acted or credit(betting.stakes[seat]) < betting.stands]
    return due[0] if due else None


def uncalled(betting: Limit) -> tuple[Seat, int, Limit] | None:
    """Whose last bet nobody matched, the chips of it that go back, and the betting without them; None where there are none."""
    levels = list(map(credit, betting.stakes))
    most, level = sorted(levels, reverse=True)[:2]
    if most == level:
        return None
    seat = levels.index(most)
    stake = betting.stakes[seat]
    kept = _below(stake, level)
    return seat, paid(stake) - paid(kept), replace(betting, stakes=put(betting.stakes, seat, kept))


def _below(stake: Stake, level: int) -> Stake:
    """What of a stake lies below a level of credit."""
    kept = []
    for part in stake:
        if level > 0:
            kept.append(replace(part, credit=min(part.credit, level)))
        level -= part.credit
    return tuple(kept)


def pots(betting: Limit, still: Collection[Seat], able: Collection[Seat] = ()) -> list[tuple[int, tuple[Seat, ...]]]:
    """The pots, the main one first: the chips of each, and who may win it.

    Args:
        betting: the betting so far.
        still: the seats in the pot. Each distinct credit among them closes a pot; chips of the others lie in those they reach.
        able: those of them that can still put chips in, while the betting goes on: they reach as far as anybody.
    """
    most = max(map(credit, betting.stakes))
    reached = {seat: most if seat in able else credit(betting.stakes[seat]) for seat in still}
    found, below, top = [], 0, max(reached.values())
    for level in sorted(set(reached.values())):
        chips = sum([paid(stake, None if level == top else level) for stake in betting.stakes])
        if chips > below:  # what was paid by halves may come to nothing between two levels
            found.append((chips - below, tuple([seat for seat in still if reached[seat] >= level])))
        below = chips
    return found
