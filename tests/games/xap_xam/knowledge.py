"""What players at a table of Xập xám may know, derived from the game's page (docs/games/xap_xam) and the moves alone.

The game's states aren't used. A seat knows its own thirteen cards as dealt, and everybody's three hands once the last player has
laid, since all hands are then shown to all. Everybody also knows the dealer, and the declarations once all have laid.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from prial.cards import Card, best_first
from prial.core.game import NATURE, Seat
from prial.games.xap_xam.rules import XapXamRules
from prial.games.xap_xam.state import Lay
from prial.testing import Fact
from prial.testing.play import History
from tests.games.first_dealer import First


@dataclass
class DealSeen:
    """One deal, as an observer who sees every card writes it down."""

    number: int
    """Number of its shuffle."""
    dealer: Seat
    hands: dict[Seat, tuple[Card, ...]]
    laid: dict[Seat, Lay] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        return len(self.laid) == len(self.hands)


class XapXamKnowledge:
    """The oracle: it passes the deal to the left and waits for the last player to lay, by itself."""

    def __init__(self, rules: XapXamRules) -> None:
        self.rules = rules

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        first, deals = self._followed(history)
        known = first.facts()
        for deal in deals:
            if seat is not None:
                known.add((deal.number, "held", deal.hands[seat]))
            if deal.shown:
                for other, lay in deal.laid.items():
                    known |= {(deal.number, f"row {row} of {other}", best_first(hand)) for row, hand in enumerate(lay.hands)}
        return frozenset(known)

    def results(self, history: History) -> Hashable:
        return tuple(
            [
                (deal.dealer, tuple([(s, lay.declared) for s, lay in sorted(deal.laid.items())]) if deal.shown else None)
                for deal in self._followed(history)[1]
            ]
        )

    def _followed(self, history: History) -> tuple[First, list[DealSeen]]:
        deals: list[DealSeen] = []
        first = First(self.rules)
        for moment in history:
            if moment.seat != NATURE:
                deals[-1].laid[moment.seat] = moment.action
            elif first.dealer is None:
                first.take(moment.action)
            else:
                hands = {seat: best_first(pile) for seat, pile in enumerate(moment.action)}
                dealer = (first.seat + len(deals)) % self.rules.players
                deals.append(DealSeen(len(first.cuts) + len(deals), dealer, hands))
        return first, deals
