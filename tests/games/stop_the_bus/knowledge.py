"""What players of Stop the Bus may know, derived from the game's page (docs/games/stop_the_bus) and the moves alone.

The game's states aren't used. A seat knows its own hand, all cards that are or were in the middle, and all hands once a deal is
over. Every exchange with its cards and every call is public.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from prial.cards import Card
from prial.core.game import NATURE, Seat
from prial.games.stop_the_bus.rules import BusRules
from prial.games.stop_the_bus.state import Action, Call, Take, TakeAll
from prial.testing import Fact
from prial.testing.play import History
from tests.games.first_dealer import First


@dataclass
class DealSeen:
    """One deal, as an observer who sees every card writes it down."""

    number: int
    """Number of its shuffle."""
    hands: dict[Seat, set[Card]]
    middle: list[Card]
    dealt: dict[Seat, tuple[Card, ...]]
    lain: list[Card]
    """All cards that were in the middle, in the order in which they came there."""
    said: list[Hashable] = field(default_factory=list)
    turns: int = 0
    due: list[Seat] = field(default_factory=list)
    """Seats with one more turn; empty where nobody has stopped the bus, or where the deal is over."""
    stopped: bool = False
    over: bool = False


class BusKnowledge:
    """The oracle: it moves the cards and counts the remaining turns by itself."""

    def __init__(self, rules: BusRules) -> None:
        self.rules = rules

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        first, deals = self._followed(history)
        known = first.facts()
        for deal in deals:
            known |= {(deal.number, f"middle {at}", (card,)) for at, card in enumerate(deal.lain)}
            for owner, cards in deal.dealt.items():
                if owner == seat or deal.over:
                    known.add((deal.number, f"dealt to {owner}", cards))
        return frozenset(known)

    def results(self, history: History) -> Hashable:
        first, deals = self._followed(history)
        return first.dealer, tuple([(tuple(sorted(deal.hands)), tuple(deal.said), deal.over) for deal in deals])

    def _followed(self, history: History) -> tuple[First, list[DealSeen]]:
        first, deals = First(self.rules), list[DealSeen]()
        for moment in history:
            if moment.seat != NATURE:
                self._move(deals[-1], moment.seat, moment.action)
            elif first.dealer is None:
                first.take(moment.action)
            else:
                *hands, one, two, three = moment.action
                middle = [*one, *two, *three]
                dealt = {seat: pile for seat, pile in enumerate(hands) if pile}
                number = len(first.cuts) + len(deals)
                deals.append(DealSeen(number, {s: set(p) for s, p in dealt.items()}, middle, dealt, list(middle)))
        return first, deals

    def _move(self, deal: DealSeen, seat: Seat, action: Action) -> None:
        if not isinstance(action, Call):
            hand, taken = deal.hands[seat], list(deal.middle) if isinstance(action, TakeAll) else [action.take]
            put = sorted(hand, reverse=True) if isinstance(action, TakeAll) else [action.put]
            for out, down in zip(taken, put, strict=True):
                deal.middle[deal.middle.index(out)] = down
            deal.lain += put
            deal.hands[seat] = (hand | set(taken)) - set(put)
            deal.turns += 1
            if deal.stopped:
                deal.due.remove(seat)
            deal.said.append((seat, tuple(taken), tuple(put)))
        if isinstance(action, Call) or (isinstance(action, Take | TakeAll) and action.stop):
            deal.stopped = True
            deal.due = [other for other in deal.hands if other != seat]
            deal.said.append((seat, "stop"))
        deal.over = not deal.due if deal.stopped else deal.turns >= self.rules.max_turns
