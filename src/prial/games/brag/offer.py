"""What a seat may pay at its turn: the range of bets, and the price of seeing."""

import msgspec

from prial.betting.amounts import least, most
from prial.betting.amounts import price as price_of
from prial.betting.pots import total
from prial.core.game import Seat, from_left
from prial.errors import Refusal, add_sentences, refuse
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import LastChip, Lender, Short, Showdown
from prial.games.brag.state import Table

add_sentences(
    "en",
    {
        "brag.see_many": "You can see another player only when two are left; {count} still bet.",
        "brag.see_early": "You can't see anybody until somebody has bet.",
        "brag.see_covered": "You can't see anybody yet: the bets so far only covered a pot, so there is no price for seeing. "
        "Bet or fold.",
        "brag.see_blind": "An open player can't see a blind one: bet or fold.",
        "brag.see_answer": "The other player is out of chips: bet {least} and both show, or fold.",
        "brag.see_dear": "Seeing costs {price}, and you have {funds}.",
        "brag.propose_off": "You can't propose a showdown under these rules.",
        "brag.propose_few": "You can propose a showdown only while three or more still bet; with two left, pay to see.",
        "brag.propose_twice": "You have already proposed a showdown this turn.",
    },
)


class Offer(msgspec.Struct, frozen=True, gc=False):
    """What a seat may pay at its turn to bet. All amounts are chips to pay.

    The seat may make any bet from ``low`` to ``high``. It may see the other player's hand if ``see`` is a number.
    """

    blind: bool
    """Whether the seat bets blind."""
    least: int
    """The full bet: the least bet that the rules require, whether or not the seat can pay it."""
    low: int
    """The least bet that the seat may make.

    It is all the seat's chips if they are fewer than ``least`` and the seat may cover the pot. Otherwise it is ``least``.
    """
    high: int
    """The greatest bet that the seat may make. If no bet is possible, ``high`` is less than ``low``."""
    covers: int | None
    """The bet that covers the pot with the seat's last chips; None if no bet covers the pot.

    If two players are left, this bet ends the betting.
    """
    answers: bool
    """Whether the only remaining opponent has put in all chips with a full bet, and this seat has to answer the bet.

    The seat can then only fold or bet ``low``. If it bets, both players show.
    """
    asks: Seat | None
    """The seat of another player, who is asked to lend the chips that are missing for the bet; None if nobody is asked."""
    credit: int
    """Number of chips that the seat may borrow without asking anybody."""
    lacks: int
    """Chips that the seat lacks for the full bet, if it may ask another player to lend them; otherwise 0."""
    lacks_to_see: int
    """Chips that the seat lacks for seeing the other player's hand, if it may ask another player to lend them; otherwise 0."""
    price: int | None
    """The price of seeing the other player's hand, whether or not the seat can pay it; None if seeing is impossible."""
    see: int | Refusal
    """The price of seeing the other player's hand, if the seat may see and can pay; otherwise the reason why it can't see."""
    propose: Refusal | None
    """The reason why the seat may not propose a showdown; None if it may propose one."""


def is_blind(table: Table, seat: Seat) -> bool:
    """Whether a seat may play blind and hasn't looked at its cards."""
    return table.form.blind and not table.open[seat]


def short_of(rules: BragRules, table: Table) -> Short:
    """The rule for a player who can't pay the full bet. It may depend on the number of players who still bet."""
    return rules.short_of(len(table.betting))


def may_owe(rules: BragRules, table: Table, seat: Seat) -> int:
    """Number of chips that a seat may still borrow; 0 if nobody may borrow."""
    return max(0, rules.borrow_limit - table.debts[seat]) if short_of(rules, table) is Short.BORROW else 0


def richest(table: Table, seat: Seat) -> Seat:
    """The other player in the deal who has the most chips. A player who has folded counts, too.

    If several players have the most chips, the result is the first of them to the left of ``seat``.
    """
    others = from_left(seat, [each for each in table.playing if each != seat], len(table.chips))
    return max(others, key=lambda other: table.chips[other])


def credit_of(rules: BragRules, table: Table, seat: Seat) -> int:
    """Number of chips that a seat may still borrow without asking anybody."""
    more = may_owe(rules, table, seat)
    match rules.lender:
        case Lender.BANK:
            return more
        case Lender.RICHEST:
            return min(more, table.chips[richest(table, seat)]) if more else 0
        case Lender.PLAYERS:
            return 0


def lenders(rules: BragRules, table: Table, seat: Seat, chips: int) -> list[Seat]:
    """The other players in the deal whom a seat may ask to lend ``chips``.

    Each of them has at least ``chips`` and hasn't refused a loan in this turn. The list is empty if ``chips`` is 0, or if
    the rules don't let players lend or don't let the seat borrow ``chips``.
    """
    if rules.lender is not Lender.PLAYERS or not 0 < chips <= may_owe(rules, table, seat):
        return []
    may = [each for each in table.playing if each != seat and each not in table.refused and table.chips[each] >= chips]
    return from_left(seat, may, len(table.chips))


def is_answer(rules: BragRules, table: Table, seat: Seat) -> bool:
    """Whether the only remaining opponent has put in all chips with a full bet, and a seat has to answer the bet.

    The seat can then only fold or bet. If it bets, both players show.
    """
    betting = table.betting
    if rules.last_chip is not LastChip.BETS or len(betting) != 2 or short_of(rules, table) is not Short.COVER:
        return False
    return not table.chips[betting[0] if betting[1] == seat else betting[1]]


def offer(rules: BragRules, table: Table, seat: Seat) -> Offer:
    """What a seat may pay at its turn to bet.

    Args:
        rules: the rules of the table.
        table: the public part of the state.
        seat: the seat whose turn it is.
    """
    blind, chips, short = is_blind(table, seat), table.chips[seat], short_of(rules, table)
    credit = credit_of(rules, table, seat)
    funds = chips + credit
    due = least(rules.limits, table.last_bet, blind=blind)
    cap = most(rules.limits, table.last_bet, total(table.pots), blind=blind)
    low, high = due, funds if cap is None else min(cap, funds)
    asks, answers, covers = None, is_answer(rules, table, seat), None
    if short is Short.COVER:
        if chips < due:
            low = high = chips
        elif answers:
            high = due
        if low <= chips <= high and (chips < due or rules.last_chip is LastChip.COVERS):
            covers = chips
    elif short is Short.BORROW and rules.edition > 1:
        high = min(high, max(chips, due))  # borrowed chips may complete the full bet, but not make a raise
    elif short is Short.OPPONENT_CHOOSES and chips < due and (other := _asked(table, seat, due - chips)) is not None:
        low, high, asks = due, due, other
    see = refuse("brag.see_answer", least=low) if answers else _see(rules, table, seat)
    lacks = due - chips if lenders(rules, table, seat, due - chips) else 0
    price = see if isinstance(see, int) else None
    lacks_to_see = price - chips if price and lenders(rules, table, seat, price - chips) else 0
    if price is not None and price > funds:
        see = refuse("brag.see_dear", price=price, funds=funds)
    return Offer(
        blind=blind,
        least=due,
        low=low,
        high=high,
        covers=covers,
        answers=answers,
        asks=asks,
        credit=credit,
        lacks=lacks,
        lacks_to_see=lacks_to_see,
        price=price,
        see=see,
        propose=_propose(rules, table),
    )


def _asked(table: Table, seat: Seat, chips: int) -> Seat | None:
    """The opponent whom a player asks to lend ``chips``; None for nobody."""
    if len(table.betting) == 2:
        return next(other for other in table.betting if other != seat)
    other = richest(table, seat)
    return other if table.chips[other] >= chips else None


def _see(rules: BragRules, table: Table, seat: Seat) -> int | Refusal:
    """The price of seeing the other player's hand, or why the seat can't see it. The seat's chips aren't checked."""
    betting = table.betting
    if len(betting) != 2:
        return refuse("brag.see_many", count=len(betting))
    if not table.last_bet:
        return refuse("brag.see_covered" if any(deed.what == "bet" for deed in table.did) else "brag.see_early")
    other = betting[0] if betting[1] == seat else betting[1]
    cost = price_of(rules.limits, table.last_bet, blind=is_blind(table, seat), seen_blind=is_blind(table, other))
    return refuse("brag.see_blind") if cost is None else cost


def _propose(rules: BragRules, table: Table) -> Refusal | None:
    """Why no showdown may be proposed now; None if a showdown may be proposed."""
    if rules.showdown is Showdown.OFF:
        return refuse("brag.propose_off")
    if len(table.betting) < 3:
        return refuse("brag.propose_few")
    return refuse("brag.propose_twice") if table.proposed else None
