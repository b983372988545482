"""What a seat may pay at its turn: the bets from the least to the most, and the price of seeing."""

import msgspec

from prial.betting.amounts import least, most, price
from prial.betting.pots import total
from prial.core.game import Seat
from prial.errors import Refusal, add_sentences, refuse
from prial.games.brag.rules import BragRules, LastChip, Short, Showdown
from prial.games.brag.state import Table

add_sentences(
    "en",
    {
        "brag.see_many": "You can see another player only when two are left; {count} still bet.",
        "brag.see_early": "Nobody can be seen before anybody has bet.",
        "brag.see_covered": "Nobody can be seen yet: what was bet covered a pot, and sets no price to see for. Bet or fold.",
        "brag.see_blind": "An open player can't see a blind one: bet or fold.",
        "brag.see_answer": "The other has no chips left to be seen for more: bet {least} and both show, or fold.",
        "brag.see_dear": "Seeing costs {price}, and you have {funds}.",
        "brag.propose_off": "No showdown is proposed under these rules.",
        "brag.propose_few": "A showdown is proposed with three or more still betting; with two left, see.",
        "brag.propose_twice": "You have proposed a showdown in this turn already.",
    },
)


class Offer(msgspec.Struct, frozen=True, gc=False):
    """What a seat may pay."""

    blind: bool
    """Whether it pays blind."""
    least: int
    """What the full bet costs, chips."""
    low: int
    """The least that may be bet."""
    high: int
    """The most that may be bet; below ``low`` where no bet is possible."""
    covers: int | None
    """The bet that puts the last chips in and so covers the pot (or, with two left, ends the betting); None where none does."""
    answers: bool
    """Whether the other of the last two is out of chips, so that the full bet is the only one, and both show after it."""
    asks: bool
    """Whether a bet is more than the seat has, so that the other of the last two is asked."""
    credit: int
    """What the bank would lend, chips."""
    see: int | Refusal
    """The price of seeing the other of the last two, or why that isn't possible."""
    propose: Refusal | None
    """Why no showdown may be proposed; None where it may."""


def is_blind(table: Table, seat: Seat) -> bool:
    """Whether a seat plays on cards that it hasn't looked at."""
    return table.form.blind and not table.open[seat]


def credit_of(rules: BragRules, table: Table, seat: Seat) -> int:
    """What the bank would still lend."""
    return max(0, rules.borrow_limit - table.debts[seat]) if rules.short is Short.BORROW else 0


def is_answer(rules: BragRules, table: Table, seat: Seat) -> bool:
    """Whether a seat answers the last chips of the other of the last two: it folds, or bets in full and both show."""
    betting = table.betting
    if rules.short is not Short.COVER or rules.last_chip is not LastChip.BETS or len(betting) != 2:
        return False
    return not table.chips[betting[0] if betting[1] == seat else betting[1]]


def offer(rules: BragRules, table: Table, seat: Seat) -> Offer:
    """What a seat may pay where it is its turn to bet.

    Args:
        rules: the table's.
        table: what everybody sees.
        seat: who is to bet.
    """
    blind, chips = is_blind(table, seat), table.chips[seat]
    credit = credit_of(rules, table, seat)
    funds = chips + credit
    due = least(rules.limits, table.last_bet, blind=blind)
    cap = most(rules.limits, table.last_bet, total(table.pots), blind=blind)
    low, high = due, funds if cap is None else min(cap, funds)
    asks, answers, covers = False, is_answer(rules, table, seat), None
    if rules.short is Short.COVER:
        if chips < due:
            low = high = chips
        elif answers:
            high = due
        if low <= chips <= high and (chips < due or rules.last_chip is LastChip.COVERS):
            covers = chips
    elif rules.short is Short.BORROW and rules.edition > 1:
        high = min(high, max(chips, due))  # the bank makes up a bet, and never a raise
    elif chips < due and rules.short is Short.OPPONENT_CHOOSES and len(table.betting) == 2:
        low, high, asks = due, due, True
    see = refuse("brag.see_answer", least=low) if answers else _see(rules, table, seat, funds)
    return Offer(blind, due, low, high, covers, answers, asks, credit, see, _propose(rules, table))


def _see(rules: BragRules, table: Table, seat: Seat, funds: int) -> int | Refusal:
    betting = table.betting
    if len(betting) != 2:
        return refuse("brag.see_many", count=len(betting))
    if not table.last_bet:
        return refuse("brag.see_covered" if any(deed.what == "bet" for deed in table.did) else "brag.see_early")
    other = betting[0] if betting[1] == seat else betting[1]
    cost = price(rules.limits, table.last_bet, blind=is_blind(table, seat), seen_blind=is_blind(table, other))
    if cost is None:
        return refuse("brag.see_blind")
    return cost if cost <= funds else refuse("brag.see_dear", price=cost, funds=funds)


def _propose(rules: BragRules, table: Table) -> Refusal | None:
    if rules.showdown is Showdown.OFF:
        return refuse("brag.propose_off")
    if len(table.betting) < 3:
        return refuse("brag.propose_few")
    return refuse("brag.propose_twice") if table.proposed else None
