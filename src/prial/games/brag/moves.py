"""Small steps that make up the moves of Brag. Each returns a new state."""

from msgspec.structs import replace

from prial.betting.pots import pay
from prial.core.game import EVERYBODY, Seat, State, put, seen_by
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import BottomCard
from prial.games.brag.state import Deed, Did, Table


def with_table(state: State[Table], **changes: object) -> State[Table]:
    """A copy of a state in which some fields of the public part are replaced."""
    return State(replace(state.public, **changes), state.piles, state.seen)


def did(state: State[Table], seat: Seat, what: Deed, *, chips: int = 0, blind: bool = False, hand: int = 0) -> State[Table]:
    """Add an action of a seat to the list `Table.did`, and return the new state.

    Args:
        state: the state before.
        seat: the seat that acted.
        what: the kind of action.
        chips: chips paid.
        blind: whether the seat was blind.
        hand: number of the hand, from 1; 0 if the action concerns no hand in particular. See `Did.hand` for a loan.
    """
    return with_table(state, did=(*state.public.did, Did(seat, what, chips, blind, hand)))


def taken(state: State[Table], seat: Seat, chips: int) -> State[Table]:
    """Move chips from a seat into the newest pot."""
    table = state.public
    return with_table(
        state,
        chips=put(table.chips, seat, table.chips[seat] - chips),
        paid=put(table.paid, seat, table.paid[seat] + chips),
        pots=pay(table.pots, chips),
    )


def under_the_pack(state: State[Table], hand: tuple[int, ...]) -> State[Table]:
    """Put a hand, given as the numbers of its piles, under the pack. The order of its cards stays the same."""
    return with_table(state, pack=(*state.public.pack, *hand))


def folded(rules: BragRules, state: State[Table], hand: tuple[int, ...]) -> State[Table]:
    """Put a folded hand under the pack without changing the order of its cards.

    Where the rules show the bottom card, everybody now sees the last card of this hand.
    """
    state = under_the_pack(state, hand)
    return seen_by(state, hand[-1:], EVERYBODY) if rules.bottom_card is BottomCard.SHOWN else state
