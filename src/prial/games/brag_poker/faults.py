"""Checks a state of Brag Poker that wasn't reached by playing, but made by a program or a person."""

from collections.abc import Iterator

from prial.betting.limit import total
from prial.core.checks import dealt, entries, not_negative, placed, seated
from prial.core.game import BACK, State
from prial.games.brag_poker.dealing import HAND
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import PLAYED, Phase, Table


def faults(rules: BragPokerRules, state: State[Table]) -> Iterator[str]:
    """Yield each error in a state as a clause for a message: ``seat 2 both plays and sits out``."""
    found = [*_form(rules, state)]
    yield from found or [*_money(state.public), *_deal(rules, state)]


def _form(rules: BragPokerRules, state: State[Table]) -> Iterator[str]:
    """Fields that have the wrong length, or that name seats or piles that don't exist."""
    table, seats = state.public, rules.players
    yield from entries(table, seats, "chips", "bought", "hands", "open", "discards", "changed")
    yield from entries(table.betting, seats, "stakes")
    yield from seated(table, seats, "dealer", "turn", "cutting", "asked", "sitting_out", "playing", "folded")
    yield from (f"acted names seat {seat}, which there isn't" for seat in table.betting.acted if not 0 <= seat < seats)
    places = [(f"the hand of seat {seat}", hand) for seat, hand in enumerate(table.hands)]
    places += [(f"the discards of seat {seat}", away) for seat, away in enumerate(table.discards)]
    yield from placed(len(state.piles), places)
    if any(len(pile) != 1 for pile in state.piles):
        yield "each card that is dealt is a pile of its own"
    if table.round not in (1, 2):
        yield f"the round of betting is {table.round}, and there are rounds 1 and 2"


def _money(table: Table) -> Iterator[str]:
    """Faults: numbers below 0, and a total of chips other than the number of chips bought."""
    below = [*not_negative(table, "chips", "bought", "due")]
    for seat, stake in enumerate(table.betting.stakes):
        below += [f"seat {seat} has put in {part.credit} chips" for part in stake if part.credit < 0]
    yield from below
    there, bought = sum(table.chips) + total(table.betting), sum(table.bought)
    if there != bought and not below:
        yield f"{there} chips are on the table, and {bought} were bought"


def _deal(rules: BragPokerRules, state: State[Table]) -> Iterator[str]:
    """Faults in the seats, the turn and the cards of a deal."""
    table = state.public
    if table.phase in (Phase.DEAL, *PLAYED):
        yield from dealt(table.dealer, table.playing, rules.players, in_turn=True)
        yield from (f"seat {seat} both plays and sits out" for seat in table.playing if seat in table.sitting_out)
    if table.phase is Phase.NEXT:
        yield from (f"seat {seat} is asked, and sits out" for seat in table.asked if seat in table.sitting_out)
    if table.phase not in PLAYED:
        return
    yield from (f"seat {seat} has folded, and doesn't play" for seat in table.folded if seat not in table.playing)
    if table.turn not in table.playing:
        yield f"it is the turn of seat {table.turn}, which doesn't play"
    elif table.turn in table.folded:
        yield f"it is the turn of seat {table.turn}, which has folded"
    elif table.phase is Phase.BET and not table.chips[table.turn]:
        yield f"it is the turn of seat {table.turn} to bet, which has no chips left"
    if len(table.still) < 2:
        yield "fewer than two seats are left in the deal"
    for seat in table.playing:
        lacks = table.due if table.phase is Phase.DRAW and seat == table.turn else 0
        if (found := len(table.hands[seat])) != HAND - lacks:
            yield f"seat {seat} holds {found} cards, and {HAND - lacks} are dealt"
        if any(BACK in state.piles[pile] for pile in table.hands[seat]):
            yield f"seat {seat} holds a card that isn't dealt"
        if table.open[seat] and not all(state.seen[pile] >> seat & 1 for pile in table.hands[seat]):
            yield f"seat {seat} has looked and hasn't seen its hand"
