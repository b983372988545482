"""Finds mistakes in a state of Brag that wasn't reached by playing."""

from collections.abc import Iterator

from prial.betting.pots import total
from prial.core.checks import dealt, entries, not_negative, placed, seated
from prial.core.game import BACK, State
from prial.games.brag.rules import BragRules
from prial.games.brag.state import PLAYED, Phase, Table

_IN_DEAL = (*PLAYED, Phase.KEEP)
"""Phases in which players hold cards, and the pots hold the antes and bets of the deal."""


def faults(rules: BragRules, state: State[Table]) -> Iterator[str]:
    """Find the mistakes in a state, such as missing chips.

    Args:
        rules: the rules of the table.
        state: the state.
    Yields:
        A part of an error message for each mistake, such as “seat 1 has folded and covered a pot”.
    """
    found = [*_form(rules, state)]
    yield from found or [*_money(rules, state.public), *_deal(rules, state)]


def _form(rules: BragRules, state: State[Table]) -> Iterator[str]:
    """Fields that have the wrong length, or that name seats or piles that don't exist."""
    table, seats = state.public, rules.players
    yield from entries(table, seats, "chips", "bought", "debts", "hands", "open", "discards", "bet_blind", "paid")
    yield from seated(table, seats, "dealer", "turn", "holder", "payer", "cutting", "asked", "sitting_out", "playing")
    yield from seated(table, seats, "folded", "covered", "acted", "refused")
    hands = [(f"a hand of seat {seat}", hand) for seat, held in enumerate(table.hands) for hand in held]
    yield from placed(len(state.piles), hands)
    yield from placed(len(state.piles), [("the pack", table.pack)])
    lying = {*table.pack, *(pile for _, hand in hands for pile in hand)}
    if len(lying) < len(state.piles):
        yield f"pile {min({*range(len(state.piles))} - lying)} is neither in the pack nor in a hand"
    if any(len(pile) != 1 for pile in state.piles):
        yield "each card of the pack is a pile of its own"
    if not table.pots:
        yield "there is no pot, not even an empty one"


def _money(rules: BragRules, table: Table) -> Iterator[str]:
    """Faults in the numbers of chips, and players who can't pay the ante."""
    below = [*not_negative(table, "chips", "bought", "paid", "carried", "last_bet", "due")]
    below += [f"a pot has {pot.chips} chips" for pot in table.pots if pot.chips < 0]
    yield from below
    there, came = sum(table.chips) + total(table.pots), sum(table.bought) + sum(table.debts)
    if there != came and not below:
        yield f"{there} chips are on the table, and {came} were bought or lent by the bank"
    if table.phase in _IN_DEAL and total(table.pots) != table.carried + sum(table.paid):
        yield f"{total(table.pots)} chips are in the pots, and {table.carried + sum(table.paid)} were put in"
    if table.phase in (Phase.DEALER, Phase.CHOOSE, Phase.DEAL):
        pays = range(rules.players) if table.phase is Phase.DEALER else table.playing
        for seat in pays:
            if 0 <= table.chips[seat] < rules.ante:
                yield f"seat {seat} has {table.chips[seat]} chips, and the ante is {rules.ante}"


def _deal(rules: BragRules, state: State[Table]) -> Iterator[str]:
    """Faults in the seats, the turn and the cards of a deal."""
    table, size = state.public, state.public.form.cards
    if table.phase in (Phase.CHOOSE, Phase.DEAL, *_IN_DEAL):
        yield from dealt(table.dealer, table.playing, rules.players, in_turn=True)
        yield from (f"seat {seat} both plays and sits out" for seat in table.playing if seat in table.sitting_out)
    if table.phase is Phase.DEAL and len(table.pack) < size * len(table.playing):
        yield f"the pack has {len(table.pack)} cards, and {size * len(table.playing)} are dealt"
    if table.phase is Phase.NEXT:
        yield from (f"seat {seat} is asked, and has no chips to play on" for seat in table.asked if seat in table.sitting_out)
    if table.phase not in _IN_DEAL:
        return
    yield from _turn(table)
    for seat in table.playing:
        hands = table.hands[seat]
        if not 1 <= len(hands) <= 2:
            yield f"seat {seat} has {len(hands) or 'no'} hands"
        for hand in hands:
            if len(hand) != size:
                yield f"seat {seat} holds {len(hand)} cards, and {size} are dealt"
            if any(BACK in state.piles[pile] for pile in hand):
                yield f"seat {seat} holds a card that isn't dealt"
            if table.open[seat] and len(hands) == 1 and not all(state.seen[pile] >> seat & 1 for pile in hand):
                yield f"seat {seat} is open and hasn't seen its hand"


def _turn(table: Table) -> Iterator[str]:
    """Faults in the turn, and in the lists of seats that have folded or covered."""
    for field, word in (("folded", "folded"), ("covered", "covered a pot")):
        yield from (f"seat {seat} has {word}, and doesn't play" for seat in getattr(table, field) if seat not in table.playing)
    yield from (f"seat {seat} has folded and covered a pot" for seat in table.folded if seat in table.covered)
    shows = table.phase is Phase.PICK
    turns = {"it is the turn of": (table.turn,), "asked is": table.asked if table.phase is Phase.CONSENT else ()}
    if table.phase is Phase.LEND:
        turns = {"a loan is asked for by": () if table.payer is None else (table.payer,)}
        if table.payer is None:
            yield "nobody asks for the loan"
        if table.turn not in table.playing or table.turn == table.payer:
            yield f"seat {table.turn} is asked to lend, and can't be"
    for what, seats in turns.items():
        for seat in seats:
            if seat not in table.playing:
                yield f"{what} seat {seat}, which doesn't play"
            elif seat in table.folded:
                yield f"{what} seat {seat}, which has folded"
            elif seat in table.covered and not shows:
                yield f"{what} seat {seat}, which has covered a pot"
    if table.phase in (Phase.BET, Phase.CONSENT) and len(table.betting) < 2:
        yield "fewer than two seats still bet"
    if table.phase is Phase.LOOKED and not 1 <= table.looked <= len(table.hands[table.turn]):
        yield f"seat {table.turn} has looked at hand {table.looked}, which it doesn't have"
