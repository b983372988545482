"""Small steps that the moves of Brag Poker are made of. Each gives a new state."""

from msgspec.structs import replace

from prial.core.game import Seat, State
from prial.games.brag_poker.state import Deed, Did, Table


def with_table(state: State[Table], **changes: object) -> State[Table]:
    """A state whose public part differs."""
    return State(replace(state.public, **changes), state.piles, state.seen)


def did(state: State[Table], seat: Seat, what: Deed, *, chips: int = 0, cards: int = 0) -> State[Table]:
    """A state that remembers what a seat did."""
    table = state.public
    blind = what is not Deed.LOOK and not table.open[seat]
    return with_table(state, did=(*table.did, Did(seat, what, chips, blind, cards, table.round)))
