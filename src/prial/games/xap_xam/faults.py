"""Checks whether a game of Xập xám can begin from a given state."""

from collections.abc import Iterator

from prial.core.checks import entries, own_hand, placed, seated
from prial.core.game import State
from prial.games.xap_xam.state import Phase, Table


def faults(seats: int, cards: int, state: State[Table]) -> Iterator[str]:
    """Find the errors in a state of Xập xám, such as a hand with too few cards.

    Args:
        seats: number of players.
        cards: number of cards that each player is dealt.
        state: the state.
    Yields:
        Each error, as a part of a sentence.
    """
    table, sets = state.public, state.public.phase is Phase.SET
    found = [*entries(table, seats, "scores", *(["hands"] if sets else [])), *seated(table, seats, "dealer", "cutting")]
    if sets:
        found += placed(len(state.piles), [(f"seat {seat}", [pile]) for seat, pile in enumerate(table.hands)])
    yield from found
    if sets and not found:
        for seat, pile in enumerate(table.hands):
            yield from own_hand(state, seat, pile, cards)
