"""Checks a state of Stop the Bus that wasn't reached by play, but made by a program or a person."""

from collections.abc import Iterator

from prial.core.checks import dealt, entries, not_negative, own_hand, placed, seated
from prial.core.game import BACK, State
from prial.games.stop_the_bus.rules import BusRules
from prial.games.stop_the_bus.state import Phase, Table

_HAND = 3
"""Number of cards in a hand, and in the middle."""


def faults(rules: BusRules, state: State[Table]) -> Iterator[str]:
    """Yield each error in a state as a clause for a message: ``seat 2 plays, and has no token left``."""
    found = [*_form(rules, state)]
    yield from found or [*not_negative(state.public, "scores"), *_deal(rules, state)]


def _form(rules: BusRules, state: State[Table]) -> Iterator[str]:
    """Yield what is wrong with single fields: a wrong length, or seats or piles that don't exist."""
    table, seats = state.public, rules.players
    yield from entries(table, seats, "scores")
    yield from seated(table, seats, "dealer", "seat", "stopped", "cutting", "playing")
    if table.phase is not Phase.TURN:
        return
    yield from entries(table, seats, "hands", "known")
    places = [(f"seat {seat}", [pile]) for seat, pile in enumerate(table.hands) if seat in table.playing]
    yield from placed(len(state.piles), [*places, ("the middle", table.middle)])


def _deal(rules: BusRules, state: State[Table]) -> Iterator[str]:
    """Yield what is wrong with the players, the turn and the cards of a deal."""
    table = state.public
    for seat, tokens in enumerate(table.scores):
        if not tokens and seat in table.playing:
            yield f"seat {seat} plays, and has no token left"
        if tokens > 0 and seat not in table.playing:
            yield f"seat {seat} doesn't play, and has tokens left"
    if table.phase in (Phase.DEAL, Phase.TURN):
        yield from dealt(table.dealer, table.playing, rules.players, in_turn=False)
    if table.phase is not Phase.TURN:
        return
    if table.seat not in table.playing:
        yield f"it is the turn of seat {table.seat}, which is out"
    elif table.seat == table.stopped:
        yield f"it is the turn of seat {table.seat}, which has stopped the bus"
    if table.stopped is not None and table.stopped not in table.playing:
        yield f"seat {table.stopped} has stopped the bus, and is out"
    if table.turn < 1:
        yield f"the turn is {table.turn}, and the first one is 1"
    if len(table.middle) != _HAND or any(len(state.piles[pile]) != 1 or BACK in state.piles[pile] for pile in table.middle):
        yield f"the middle isn't {_HAND} piles with a card each"
    for seat in table.playing:
        yield from own_hand(state, seat, table.hands[seat], _HAND)
        if not set(table.known[seat]) <= set(state.piles[table.hands[seat]]):
            yield f"seat {seat} doesn't hold the cards that are known of it"
