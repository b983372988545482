"""Lending in Brag: the loans that a player may ask for, and the moves of asking, lending and refusing.

Debts are settled after the game.
"""

from prial.core.game import Seat, State, put, seen_by
from prial.errors import Refusal, add_sentences, refuse
from prial.games.brag.actions import Ask
from prial.games.brag.moves import did, with_table
from prial.games.brag.offer import Offer, lenders, may_owe, richest, short_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import Lender, Short
from prial.games.brag.state import Deed, Phase, Table

add_sentences(
    "en",
    {
        "brag.ask_off": "Nobody is asked to lend under these rules.",
        "brag.ask_enough": "You have enough chips: others lend only what is missing for a bet or to see.",
        "brag.ask_limit": "You may borrow {credit} more, and that isn't enough.",
        "brag.ask_showing": "You may show your cards only to a player who has folded, and only after looking at them.",
        "brag.ask_other": "You can't ask that player: ask somebody who was dealt in, has the chips and hasn't refused you this "
        "turn.",
    },
)


def asks(rules: BragRules, table: Table, seat: Seat, offered: Offer) -> list[Ask]:
    """List the requests for a loan that a seat may make at its turn to bet.

    Args:
        rules: the rules.
        table: the public part of the state.
        seat: the seat whose turn it is.
        offered: what the seat may pay.
    """
    found = []
    for see, chips in ((False, offered.lacks), (True, offered.lacks_to_see)):
        for other in lenders(rules, table, seat, chips):
            found.append(Ask(other, see))
            if other in table.folded and not offered.blind:
                found.append(Ask(other, see, showing=True))
    return found


def ask_refused(rules: BragRules, table: Table, seat: Seat, offered: Offer, action: Ask) -> Refusal:
    """The reason why a seat may not ask for a loan.

    Args:
        rules: the rules.
        table: the public part of the state.
        seat: the seat whose turn it is.
        offered: what the seat may pay.
        action: a request that isn't allowed.
    """
    if rules.lender is not Lender.PLAYERS or short_of(rules, table) is not Short.BORROW:
        return refuse("brag.ask_off")
    if action.see and offered.price is None and isinstance(offered.see, Refusal):
        return offered.see
    lacks = ((offered.price or 0) if action.see else offered.least) - table.chips[seat]
    if lacks <= 0:
        return refuse("brag.ask_enough")
    credit = may_owe(rules, table, seat)
    if lacks > credit:
        return refuse("brag.ask_limit", credit=credit)
    plain = Ask(action.seat, action.see) in asks(rules, table, seat, offered)
    return refuse("brag.ask_showing" if plain else "brag.ask_other")


def ask(state: State[Table], seat: Seat, chips: int, action: Ask) -> State[Table]:
    """Ask another player to lend the missing chips to a seat.

    If the seat shows its cards, only the asked player sees them.

    Args:
        state: the state before.
        seat: the seat that asks.
        chips: the whole price of the bet or of seeing, not only the missing chips.
        action: names the asked player and the purpose of the loan.
    """
    table = state.public
    if action.showing:
        state = seen_by(state, table.hands[seat][0], 1 << action.seat)
    deed = Deed.ASK_TO_SEE if action.see else Deed.ASK
    state = did(state, seat, deed, chips=chips - table.chips[seat], hand=int(action.showing))
    return with_table(state, phase=Phase.LEND, turn=action.seat, due=chips, sees=action.see, payer=seat)


def lend(state: State[Table], lender: Seat, seat: Seat, chips: int) -> State[Table]:
    """Move chips from one player to another, and record the debt."""
    table = did(state, lender, Deed.LEND, chips=chips).public
    purses = put(put(table.chips, lender, table.chips[lender] - chips), seat, table.chips[seat] + chips)
    debts = put(put(table.debts, lender, table.debts[lender] - chips), seat, table.debts[seat] + chips)
    return with_table(State(table, state.piles, state.seen), chips=purses, debts=debts)


def asked_no_more(state: State[Table]) -> State[Table]:
    """Give the turn back to the player who asked for a loan."""
    return with_table(state, phase=Phase.BET, turn=state.public.payer, due=0, sees=False, payer=None)


def decline(state: State[Table], lender: Seat) -> State[Table]:
    """Refuse to lend. The player who asked has the turn again, and may not ask the same player again in this turn."""
    state = asked_no_more(did(state, lender, Deed.DECLINE))
    return with_table(state, refused=(*state.public.refused, lender))


def borrow(rules: BragRules, state: State[Table], seat: Seat, chips: int) -> State[Table]:
    """Lend chips to a seat without asking anybody. The rules say who lends: the bank, or the player with most chips."""
    table = state.public
    if rules.lender is Lender.RICHEST:
        return lend(state, richest(table, seat), seat, chips)
    after = with_table(
        state,
        chips=put(table.chips, seat, table.chips[seat] + chips),
        debts=put(table.debts, seat, table.debts[seat] + chips),
    )
    return did(after, seat, Deed.BORROW, chips=chips)
