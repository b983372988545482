"""Checks a state of Xập xám from which somebody wants to begin a game."""

from collections.abc import Iterator

from prial.core.checks import entries, own_hand, placed, seated
from prial.core.game import State
from prial.games.xap_xam.state import Phase, Table


def faults(seats: int, cards: int, state: State[Table]) -> Iterator[str]:
    """The faults of a state. Each is a clause for an error message.

    Args:
        seats: number of players.
        cards: number of cards that each player is dealt.
        state: the state.
    """
    table, sets = state.public, state.public.phase is Phase.SET
    found = [*entries(table, seats, "scores", *(["hands"] if sets else [])), *seated(table, seats, "dealer", "cutting")]
    if sets:
        found += placed(len(state.piles), [(f"seat {seat}", [pile]) for seat, pile in enumerate(table.hands)])
    yield from found
    if sets and not found:
        for seat, pile in enumerate(table.hands):
            yield from own_hand(state, seat, pile, cards)
