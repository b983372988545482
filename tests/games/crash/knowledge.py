"""What players at a Crash table may know, derived from the game's page (docs/games/crash) and the moves alone.

The game's states aren't used. A seat knows its own hand as dealt, and a spare hand that it took (also the one thrown in, since
it held that). It knows the laid hands of a place once it is shown. Of a player who fouled it knows all hands; where the foul is
found at its place, only those up to the wrong one. Everybody also knows the words said aloud, how many hands each player laid
and their numbers of cards, the declarations, the winner of each place, and who fouled.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from prial.cards import Card, best_first
from prial.core.game import NATURE, Seat
from prial.games.crash.actions import Lay, Word
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import CrashCall, Finish, Foul, Found, MinHand, Order, Scoring, Spare, SpareChoice, Tie
from prial.ranks.brag import Category, ranking
from prial.testing import Fact
from prial.testing.play import History
from tests.games.first_dealer import First

Hand = tuple[Card, ...]


@dataclass
class DealSeen:
    """One deal, as an observer who sees every card writes it down."""

    number: int
    """Number of its shuffle."""
    dealer: Seat
    hands: dict[Seat, Hand]
    spares: list[Hand]
    before: dict[Seat, int]
    """Points before the deal, by seat."""
    able: list[Seat]
    """Seats that can win the game by this deal."""
    held: dict[Seat, list[Hand]] = field(default_factory=dict)
    """Hands that each seat has held, in order."""
    words: list[tuple[Seat, str]] = field(default_factory=list)
    laid: dict[Seat, list[Hand]] = field(default_factory=dict)
    declared: dict[Seat, str] = field(default_factory=dict)
    locked: int = 0
    calls: int = 0
    turned: dict[Seat, int] = field(default_factory=dict)
    """Number of hands turned up, by seat that fouled."""
    winners: list[Seat | None] | None = None
    """Winner of each place shown; None before the showdown."""


class CrashKnowledge:
    """The oracle: it follows swaps, orders laid hands and decides places by itself."""

    def __init__(self, rules: CrashRules) -> None:
        self.rules = rules
        self.ranks = ranking(rules.top_prial, rules.top_run, rules.four_of_a_kind)
        least = {MinHand.PAIR: Category.PAIR, MinHand.FLUSH: Category.FLUSH, MinHand.HIGH_CARD: Category.HIGH_CARD}
        self.least = self.ranks.least(least[rules.min_hand])

    def cards(self, history: History, seat: Seat | None) -> frozenset[Fact]:
        first, deals = self._followed(history)
        known = first.facts()
        for deal in deals:
            if seat is not None:
                known |= {(deal.number, f"held {at}", hand) for at, hand in enumerate(deal.held.get(seat, ()))}
            if deal.winners is None:
                continue
            for other, hands in deal.laid.items():
                shown = deal.turned[other] if other in deal.turned else len(deal.winners)
                known |= {(deal.number, f"place {k} of {other}", best_first(h)) for k, h in enumerate(hands[:shown])}
        return frozenset(known)

    def results(self, history: History) -> Hashable:
        return tuple(
            [
                (
                    deal.dealer,
                    tuple(deal.words),
                    tuple(
                        [(seat, tuple(map(len, deal.laid[seat]))) for seat in sorted(deal.laid)] if self._all_laid(deal) else ()
                    ),
                    tuple(sorted(deal.declared.items())) if self._all_laid(deal) else (),
                    tuple(deal.turned.items()),
                    None if deal.winners is None else tuple(deal.winners),
                )
                for deal in self._followed(history)[1]
            ]
        )

    def _all_laid(self, deal: DealSeen) -> bool:
        return deal.locked == len(deal.hands)

    def _followed(self, history: History) -> tuple[First, list[DealSeen]]:
        first, deals = First(self.rules), list[DealSeen]()
        for moment in history:
            if moment.seat != NATURE:
                self._move(deals[-1], moment.seat, moment.action)
            elif first.dealer is None:
                first.take(moment.action)
            else:
                table = moment.before.public  # scores and dealer are public, and follow from earlier public facts
                players = self.rules.players
                hands = {seat: best_first(pile) for seat, pile in enumerate(moment.action[:players]) if pile}
                deal = DealSeen(
                    number=len(first.cuts) + len(deals),
                    dealer=table.dealer,
                    hands=hands,
                    spares=list(moment.action[players:]),
                    before=dict(enumerate(table.scores)),
                    able=list(table.level or hands),
                    held={seat: [hand] for seat, hand in hands.items()},
                )
                deals.append(deal)
        return first, deals

    def _move(self, deal: DealSeen, seat: Seat, action: Lay | Word) -> None:
        if action in (Word.SWAP, Word.SWAP_1, Word.SWAP_2, Word.KEEP, Word.CALL, Word.PASS):
            deal.words.append((seat, str(action)))
        if action in (Word.SWAP, Word.SWAP_1, Word.SWAP_2):
            self._swap(deal, seat, action)
        elif action in (Word.CALL, Word.PASS):
            deal.calls += 1
            if deal.calls == len(deal.hands):
                self._show(deal)
        elif isinstance(action, Lay) or action in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT):
            deal.locked += 1
            if isinstance(action, Lay):
                deal.laid[seat] = list(action.hands)
                if self.rules.order is Order.SORTED:
                    deal.laid[seat].sort(key=lambda hand: -self.ranks.strength(hand))
            if not isinstance(action, Lay) or action.knock:
                deal.declared[seat] = "knock" if isinstance(action, Lay) else str(action)
            if deal.locked == len(deal.hands):
                self._all_have_laid(deal)

    def _swap(self, deal: DealSeen, seat: Seat, action: Lay | Word) -> None:
        # with two players, the dealer's left gets the first spare hand and the dealer the second, unless they choose
        mine = int(action is Word.SWAP_2)
        second = len(deal.hands) == 2 and seat == deal.dealer and not any(word == "swap" for _, word in deal.words[:-1])
        if second and self.rules.spare_choice is SpareChoice.IN_ORDER:
            mine = 1
        taken = deal.spares.pop(mine)
        if self.rules.spare is Spare.PASS_ON:
            deal.spares.append(deal.held[seat][-1])
        deal.held[seat].append(best_first(taken))

    def _all_have_laid(self, deal: DealSeen) -> None:
        ended = any(word != "knock" for word in deal.declared.values())
        if ended:
            deal.winners = []  # nothing is shown
        elif self.rules.crash_call is CrashCall.NONE:
            self._show(deal)

    def _show(self, deal: DealSeen) -> None:
        rules, strength = self.rules, self.ranks.strength
        deal.winners = []
        left = sorted(deal.hands)
        by_seat = {seat: [strength(hand) for hand in deal.laid[seat]] for seat in left}
        points = dict(deal.before)
        for k in range(rules.cards // 3):
            for seat in list(left) if rules.order is Order.AS_LAID else []:
                looked_at = by_seat[seat] if rules.found is Found.AT_ONCE else by_seat[seat][: k + 1]
                if looked_at != sorted(looked_at, reverse=True):
                    deal.turned[seat] = len(looked_at)
                    left.remove(seat)
            if deal.turned and rules.foul is Foul.LOSE_GAME and len(set(deal.able) - set(deal.turned)) < 2:
                return  # the game was won, or the deal became void, before this place
            entries = [(strength(deal.laid[seat][k]), seat) for seat in left if len(deal.laid[seat]) > k]
            winner = self._winner([(s, seat) for s, seat in entries if s >= self.least])
            deal.winners.append(winner)
            if winner is not None and rules.scoring is Scoring.POINTS:
                points[winner] += 1
                if rules.finish is Finish.AT_ONCE and points[winner] >= rules.target:
                    return

    def _winner(self, entries: list[tuple[int, Seat]]) -> Seat | None:
        strengths = [strength for strength, _ in entries]
        alone = [(strength, seat) for strength, seat in entries if strengths.count(strength) == 1]
        if not alone or (self.rules.tie is Tie.STOPPER and max(alone)[0] < max(strengths)):
            return None
        return max(alone)[1]
