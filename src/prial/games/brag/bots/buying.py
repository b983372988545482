"""Buys chips for the bots during a deal.

The bots buy chips only if the rules sell chips at any time, and don't let players cover the pot.

The bots decide as if all players who still bet had bought chips already. Then they buy the chips that their action needs.
Otherwise, `canny` would fold any hand to a bet of more chips than it has.
"""

from typing import Any, Final

from msgspec.structs import replace

from prial.core.game import View
from prial.games.brag.actions import Action, Bet, Buy, Word
from prial.games.brag.money import purchase
from prial.games.brag.offer import offer, short_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import Rebuy, Short
from prial.games.brag.state import Deed, Table

FOLDS: Final = (Short.FOLD, Short.BORROW)
"""The rules under which the bots assume that a player with too few chips for the full bet folds, and gets no loan."""


def runs_out(rules: BragRules, table: Table) -> bool:
    """Whether a player may run out of chips and have to fold.

    If so, a blind player with enough chips wins by staying blind: an open player can't see a blind one, and runs out of chips.
    """
    return short_of(rules, table) in FOLDS and rules.rebuy is not Rebuy.ANY_TIME


def outlasts(blind: Any, opened: Any) -> Any:
    """Whether the chips of a blind player last longer than the chips of an open player, if both go on betting.

    The blind player pays half of each bet, rounded up.

    Args:
        blind: chips of the blind player; a number or an array.
        opened: chips of the open player; a number or an array.
    """
    # Rounding costs the blind player at most half a chip for each of at most about √opened raises
    return 2 * blind > opened + opened**0.5 + 1


def supplied(rules: BragRules, view: View[Table]) -> View[Table]:
    """The view as it would be if each player who still bets had bought as many chips as allowed.

    The result is ``view`` itself if no chips are sold during a deal, or if players may cover the pot with their last chips.

    Args:
        rules: the rules of the table.
        view: the view of a seat that decides in a deal.
    """
    table = view.public
    if rules.rebuy is not Rebuy.ANY_TIME or short_of(rules, table) is Short.COVER:
        return view
    chips = list(table.chips)
    for seat in table.betting:
        sold = purchase(rules, table, seat)
        chips[seat] += sold[-1] if sold else 0
    return replace(view, public=replace(table, chips=tuple(chips)))


def paid(rules: BragRules, view: View[Table], action: Action) -> Action:
    """The purchase of the chips that a seat lacks for ``action``, or ``action`` itself if the seat has enough chips.

    Args:
        rules: the rules of the table.
        view: the seat's real view, not the view that `supplied` returns.
        action: an action that is possible in the view that `supplied` returns.
    """
    if supplied(rules, view) is view or not (price := _price(rules, view, action)):
        return action
    assert view.seat is not None
    own, offered = view.public.chips[view.seat], offer(rules, view.public, view.seat)
    # Borrowed chips may complete the full bet or pay for seeing, but not for a raise
    lent = min(own + offered.credit, offered.least if isinstance(action, Bet) else price)
    lacks = price - max(own, lent)
    return Buy(lacks) if lacks > 0 else action


def meant(rules: BragRules, view: View[Table], chances: dict[Action, float]) -> dict[Action, float]:
    """Right after a seat has bought chips, keep only the actions that cost exactly all its chips.

    All actions are kept if the last action in the deal wasn't a purchase by this seat, or if no action costs all its chips.

    Args:
        rules: the table's rules.
        view: the seat's view.
        chances: the actions to choose from, with a probability or a worth for each. The numbers don't change.
    """
    table, seat = view.public, view.seat
    assert seat is not None
    if not table.did or (table.did[-1].seat, table.did[-1].what) != (seat, Deed.REBUY):
        return chances
    # The chips were bought for one of these actions; after a new choice among all actions, the bot would bet too seldom
    return {action: each for action, each in chances.items() if _price(rules, view, action) == table.chips[seat]} or chances


def _price(rules: BragRules, view: View[Table], action: Action) -> int:
    """The chips that an action costs a seat."""
    assert view.seat is not None
    if isinstance(action, Bet):
        return action.chips
    return (offer(rules, view.public, view.seat).price or 0) if action is Word.SEE else 0
