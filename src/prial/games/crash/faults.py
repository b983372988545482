"""Checks whether a game of Crash can begin from a given state."""

from collections.abc import Iterator, Sequence

from prial.core.checks import dealt, entries, not_negative, own_hand, placed, seated
from prial.core.game import State
from prial.games.crash.rules import CrashRules
from prial.games.crash.state import Phase, Table

_DEALT = (Phase.SWAP, Phase.ARRANGE, Phase.CALL)
"""Phases in which players hold the cards of a deal."""


def faults(rules: CrashRules, state: State[Table]) -> Iterator[str]:
    """Find the errors in a state of Crash, such as a hand with too few cards.

    Args:
        rules: the house rules.
        state: the state from which a game is to begin.
    Yields:
        Each error, as a part of a sentence.
    """
    found = [*_form(rules, state)]
    yield from found or [*not_negative(state.public, "pot", "booked"), *_deal(rules, state)]


def _form(rules: CrashRules, state: State[Table]) -> Iterator[str]:
    """Faults in the form of a state, such as a field with a wrong length."""
    table, seats = state.public, rules.players
    yield from entries(table, seats, "scores", "ledger", "booked")
    yield from seated(table, seats, "dealer", "cutting", "playing", "level", "asked", "swapped", "called")
    if table.phase not in _DEALT:
        return
    yield from entries(table, seats, "hands")
    places: list[tuple[str, Sequence[int]]] = [
        (f"seat {seat}", [pile]) for seat, pile in enumerate(table.hands) if seat in table.playing
    ]
    places += [(f"spare hand {number}", [pile]) for number, pile in enumerate(table.spares, 1)]
    if table.phase is Phase.CALL:
        yield from entries(table, seats, "laid")
        places += [(f"what seat {seat} has laid", laid) for seat, laid in enumerate(table.laid)]
    yield from placed(len(state.piles), places)


def _deal(rules: CrashRules, state: State[Table]) -> Iterator[str]:
    """Faults of a deal: in its players, in the turn and in the cards."""
    table = state.public
    if table.phase in (Phase.DEAL, *_DEALT):
        yield from dealt(table.dealer, table.playing, rules.players, in_turn=False)
    if table.phase not in _DEALT:
        return
    if table.phase in (Phase.SWAP, Phase.CALL):
        yield from (f"seat {seat} is asked, and is out of the game" for seat in table.asked if seat not in table.playing)
        if not table.asked:
            yield "nobody is asked"
    for seat in table.playing:
        yield from own_hand(state, seat, table.hands[seat], rules.cards)
        for pile in table.laid[seat] if table.phase is Phase.CALL else ():
            if not set(state.piles[pile]) <= set(state.piles[table.hands[seat]]):
                yield f"seat {seat} has laid cards that it doesn't hold"
    for pile in table.spares:
        if len(state.piles[pile]) != rules.cards:
            yield f"a spare hand has {len(state.piles[pile])} cards, and {rules.cards} are dealt"
