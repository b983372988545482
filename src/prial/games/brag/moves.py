"""Small steps that the moves of Brag are made of. Each gives a new state."""

from msgspec.structs import replace

from prial.betting.pots import pay
from prial.core.game import EVERYBODY, Seat, State, put
from prial.games.brag.actions import Action, Buy, Word
from prial.games.brag.rules import BottomCard, BragRules
from prial.games.brag.state import Deed, Did, Table


def with_table(state: State[Table], **changes: object) -> State[Table]:
    """A state whose public part differs."""
    return State(replace(state.public, **changes), state.piles, state.seen)


def did(state: State[Table], seat: Seat, what: Deed, *, chips: int = 0, blind: bool = False, hand: int = 0) -> State[Table]:
    """A state that remembers what a seat did."""
    return with_table(state, did=(*state.public.did, Did(seat, what, chips, blind, hand)))


def taken(state: State[Table], seat: Seat, chips: int) -> State[Table]:
    """Chips go from a seat into the newest pot."""
    table = state.public
    return with_table(
        state,
        chips=put(table.chips, seat, table.chips[seat] - chips),
        paid=put(table.paid, seat, table.paid[seat] + chips),
        pots=pay(table.pots, chips),
    )


def under_the_pack(state: State[Table], hand: tuple[int, ...]) -> State[Table]:
    """A hand goes under the pack as it lies."""
    return with_table(state, pack=(*state.public.pack, *hand))


def folded(rules: BragRules, state: State[Table], hand: tuple[int, ...]) -> State[Table]:
    """A folded hand goes under the pack as it lies. Where the bottom card shows, that is now its last card."""
    state = under_the_pack(state, hand)
    shown = rules.bottom_card is BottomCard.SHOWN
    return State(state.public, state.piles, put(state.seen, hand[-1], EVERYBODY)) if shown else state


def bought_by(rules: BragRules, action: Action) -> int:
    """Chips that an action buys."""
    return action.chips if isinstance(action, Buy) else rules.purse * (action is Word.REBUY)


def back(rules: BragRules, state: State[Table], seat: Seat, action: Action) -> State[Table]:
    """A seat buys another purse or some chips, comes back, or both."""
    table = state.public
    more = bought_by(rules, action)
    if more:
        # One deed, however often somebody buys in a row: nobody makes the table long with single chips
        again = table.did and (table.did[-1].seat, table.did[-1].what) == (seat, Deed.REBUY)
        deed = Did(seat, Deed.REBUY, more + (table.did[-1].chips if again else 0))
        table = replace(
            table,
            chips=put(table.chips, seat, table.chips[seat] + more),
            bought=put(table.bought, seat, table.bought[seat] + more),
            did=(*(table.did[:-1] if again else table.did), deed),
        )
    sitting_out = tuple([each for each in table.sitting_out if each != seat])
    return State(replace(table, sitting_out=sitting_out), state.piles, state.seen)
