"""Money in Brag: how many chips players bring, and how they buy more."""

from msgspec.structs import replace

from prial.core.game import Seat, State, put
from prial.errors import Refusal, add_sentences, refuse
from prial.games.brag.actions import Action, Bring, Buy, Word
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import Rebuy
from prial.games.brag.state import Deed, Did, Phase, Table

add_sentences(
    "en",
    {
        "brag.bring_amount": "You can't bring {chips}: bring at least {least} and at most {most}.",
        "brag.rebuy_off": "Under these rules everybody has one purse, and nobody can buy more chips.",
        "brag.rebuy_full": "You have {chips} chips: you may buy in again once you have less than {purse}.",
        "brag.rebuy_most": "You have {chips} chips, and nobody may have more than {most} after buying.",
        "brag.rebuy_between": "Chips are bought between deals under these rules.",
        "brag.rebuy_own": "Chips are bought between deals, while others decide, or when it is your turn to bet.",
        "brag.rebuy_covered": "You have covered a pot: you can buy chips again when it is settled.",
        "brag.rebuy_amount": "You can't buy {chips}: buy at least 1 and at most {most} at a time.",
        "brag.rebuy_purse": "Under these rules you buy a whole purse: write rebuy.",
        "brag.rebuy_short": "{chips} more isn't enough: the ante is {ante}, and you have {funds}.",
    },
)


def purchase(rules: BragRules, table: Table, seat: Seat) -> range | None:
    """The numbers of chips that a seat may buy in one purchase; None where players can't choose the number.

    After a purchase between deals or while sitting out, the player must have at least an ante. `rebuy_refused` checks whether the
    seat may buy chips now.
    """
    if rules.rebuy is not Rebuy.ANY_TIME and not rules.own_money:
        return None
    plays = table.phase is Phase.NEXT or seat in table.sitting_out
    return rules.purses.sold(table.chips[seat], rules.ante - table.chips[seat] if plays else 1)


def rebuy_refused(rules: BragRules, table: Table, seat: Seat) -> Refusal | None:
    """The reason why a seat may not buy chips now; None if the seat may buy chips."""
    if rules.rebuy is Rebuy.OFF:
        return refuse("brag.rebuy_off")
    chips, sold = table.chips[seat], purchase(rules, table, seat)
    if sold is None:
        return refuse("brag.rebuy_full", chips=chips, purse=rules.purse) if chips >= rules.purse else None
    if seat in table.covered and table.last is None and rules.edition > 1:
        return refuse("brag.rebuy_covered")
    return None if sold else refuse("brag.rebuy_most", chips=chips, most=rules.most_purse)


def number_refused(rules: BragRules, table: Table, seat: Seat, chips: int) -> Refusal | None:
    """The reason why a seat may not buy this number of chips; None if the number is allowed.

    Use `rebuy_refused` to check whether the seat may buy chips now.
    """
    sold, funds = purchase(rules, table, seat), table.chips[seat]
    if sold is None:
        return refuse("brag.rebuy_purse")
    if chips in sold:
        return None
    if 1 <= chips < sold.start:
        return refuse("brag.rebuy_short", chips=chips, ante=rules.ante, funds=funds)
    return refuse("brag.rebuy_amount", chips=str(chips)[:20], most=f"{sold[-1]:,}")


def bring_refused(rules: BragRules, chips: int) -> Refusal | None:
    """The reason why a player may not bring this number of chips; None if the number is allowed."""
    may = rules.purses.brought
    if chips in may:
        return None
    return refuse("brag.bring_amount", chips=str(chips)[:20], least=f"{may[0]:,}", most=f"{may[-1]:,}")


def bought_by(rules: BragRules, table: Table, seat: Seat, action: Action) -> int:
    """Number of chips that an action buys; 0 if it buys nothing.

    The action `Buy` names the number. The action ``rebuy`` buys a purse (``rules.purse`` chips) or, if players may choose the
    number, the allowed number nearest to a purse.
    """
    if isinstance(action, Buy):
        return action.chips
    if action is not Word.REBUY:
        return 0
    sold = purchase(rules, table, seat)
    return rules.purse if sold is None else rules.purses.suggested(sold)


def back(rules: BragRules, state: State[Table], seat: Seat, action: Action) -> State[Table]:
    """Carry out an action by which a seat buys chips, comes back from sitting out, or both."""
    table = state.public
    more = bought_by(rules, table, seat, action)
    if more:
        # Purchases in a row are one deed, so that nobody can make the list of deeds long by buying single chips.
        again = table.did and (table.did[-1].seat, table.did[-1].what) == (seat, Deed.REBUY)
        deed = Did(seat, Deed.REBUY, more + (table.did[-1].chips if again else 0))
        table = replace(_put_down(table, seat, more), did=(*(table.did[:-1] if again else table.did), deed))
    sitting_out = tuple([each for each in table.sitting_out if each != seat])
    return State(replace(table, sitting_out=sitting_out), state.piles, state.seen)


def brought(state: State[Table], seat: Seat, action: Bring) -> State[Table]:
    """A seat brings money. Put this money on the table, as chips of the seat."""
    return State(_put_down(state.public, seat, action.chips), state.piles, state.seen)


def _put_down(table: Table, seat: Seat, chips: int) -> Table:
    """The table after a seat has bought or brought ``chips``."""
    return replace(
        table,
        chips=put(table.chips, seat, table.chips[seat] + chips),
        bought=put(table.bought, seat, table.bought[seat] + chips),
    )
