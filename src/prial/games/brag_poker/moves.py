"""Functions that change one part of a state of Brag Poker. Each returns the new state."""

from msgspec.structs import replace

from prial.core.game import Seat, State
from prial.games.brag_poker.state import Deed, Did, Table


def with_table(state: State[Table], **changes: object) -> State[Table]:
    """Return the state with some fields of its public part replaced by ``changes``."""
    return State(replace(state.public, **changes), state.piles, state.seen)


def did(state: State[Table], seat: Seat, what: Deed, *, chips: int = 0, cards: int = 0) -> State[Table]:
    """Return the state with an action of a seat added to `Table.did`.

    Args:
        state: the state before.
        seat: the seat that acted.
        what: the kind of action.
        chips: chips paid, or taken back.
        cards: number of cards changed.
    """
    table = state.public
    blind = what is not Deed.LOOK and not table.open[seat]
    return with_table(state, did=(*table.did, Did(seat, what, chips, blind, cards, table.round)))
