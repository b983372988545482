"""Small steps that make up the moves of Brag. Each returns a new state."""

from msgspec.structs import replace

from prial.betting.pots import pay
from prial.core.game import EVERYBODY, Seat, State, put, seen_by
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import BottomCard
from prial.games.brag.state import Deed, Did, Table


def with_table(state: State[Table], **changes: object) -> State[Table]:
    """Copy a state with new values in some fields of its `Table`."""
    return State(replace(state.public, **changes), state.piles, state.seen)


def did(state: State[Table], seat: Seat, what: Deed, *, chips: int = 0, blind: bool = False, hand: int = 0) -> State[Table]:
    """Add an action of a seat to the list `Table.did`.

    Args:
        state: the state before.
        seat: the seat that acted.
        what: the kind of action.
        chips: chips paid, borrowed, asked for or lent.
        blind: whether the seat was blind.
        hand: number of the hand that was looked at or kept, from 1; 0 for none. For a request for a loan: 1 if the seat shows its
            cards, 0 if not.
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
    """Put a hand under the pack without changing the order of its cards.

    Args:
        state: the state before.
        hand: the pile number of each card.
    """
    return with_table(state, pack=(*state.public.pack, *hand))


def folded(rules: BragRules, state: State[Table], hand: tuple[int, ...]) -> State[Table]:
    """Put a folded hand under the pack without changing the order of its cards.

    Where the rules show the bottom card, everybody now sees the last card of this hand.
    """
    state = under_the_pack(state, hand)
    return seen_by(state, hand[-1:], EVERYBODY) if rules.bottom_card is BottomCard.SHOWN else state
