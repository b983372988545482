"""A second model of Crash, slow and plain, written from the game's page (docs/games/crash) alone.

It shares no code with the game: it ranks hands by comparing tuples, keeps its own book of points and money over a whole game,
and reads options by name. Tests compare it with the game; where they differ, one of them is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

Hand: TypeAlias = tuple[int, ...]

ACE, THREE, TWO = 14, 3, 2
FOURS = [4, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 3, 2]
"""Four of a kind, the highest first: 4, A, K … 3, 2."""
HIGH_CARD, PAIR, FLUSH, RUN, RUNNING_FLUSH, PRIAL, FOUR_OF_A_KIND = range(7)


def pips(card: int) -> int:
    """A card's rank as printed: 2 to 10, then 11, 12, 13 and 14 for the ace."""
    return card // 4 + 2


@cache
def worth(hand: Hand, top_prial: str, top_run: str) -> tuple[int, list[int]]:
    """A hand's worth, by the page's order of hands: the greater one wins, equal ones tie."""
    ranks = sorted((pips(card) for card in hand), reverse=True)
    suits = {card % 4 for card in hand}
    if len(hand) == 4:
        return FOUR_OF_A_KIND, [-FOURS.index(ranks[0])]
    high, middle, low = ranks
    if high == low:
        return PRIAL, [99 if high == THREE and top_prial == "threes" else high]
    ace_low = ranks == [ACE, THREE, TWO]
    if ace_low or (high == middle + 1 == low + 2):
        top = ({"ace_two_three": 14.5, "ace_king_queen": 13.5}[top_run]) if ace_low else high
        return (RUNNING_FLUSH if len(suits) == 1 else RUN), [int(2 * top)]
    if len(suits) == 1:
        return FLUSH, ranks
    if len(set(ranks)) == 2:
        return PAIR, [middle, high + low - middle]
    return HIGH_CARD, ranks


def places_of(cards: int) -> int:
    """Number of hands to lay: four of 13 cards, three of 9, two of 7 or 6."""
    return {13: 4, 9: 3, 7: 2, 6: 2}[cards]


def to_the_left(dealer: int, players: int) -> list[int]:
    """All seats from the dealer's left, the dealer last."""
    return [(dealer + step) % players for step in range(1, players + 1)]


def quads(hands: Iterable[Hand]) -> list[int]:
    """Ranks of which laid hands use all four cards, the highest first."""
    count = Counter(pips(card) for hand in hands for card in hand)
    return [r for r in FOURS if count[r] == 4]


@dataclass(kw_only=True)
class Before:
    """A deal when all have locked and called, before any hand is shown."""

    dealer: int
    playing: list[int]
    """Seats that were dealt cards."""
    laid: dict[int, list[Hand]]
    """Hands by seat, as the player laid them; without players who declared something instead of laying."""
    declared: set[tuple[int, str]] = field(default_factory=set)
    """Pairs (seat, declaration)."""
    called: set[int] = field(default_factory=set)
    scores: list[int]
    ledger: list[int]
    """Money before the deal is scored, with antes paid, by seat."""
    booked: list[int]
    pot: int = 0
    level: list[int] = field(default_factory=list)
    last: bool = False


@dataclass(kw_only=True)
class After:
    """The result of a deal."""

    places: list[tuple[int | None, str]] = field(default_factory=list)
    """Winner and reason of each place that was shown."""
    points: list[int]
    scores: list[int]
    paid: list[int]
    """Money won and lost in this deal, by seat."""
    pot: int
    crash: int | None = None
    four: int | None = None
    four_rank: int | None = None
    fouls: list[int] = field(default_factory=list)
    turned_of_foul: dict[int, int] = field(default_factory=dict)
    """Number of hands turned up, by seat that fouled."""
    out: list[int] = field(default_factory=list)
    void: bool = False
    level: list[int] = field(default_factory=list)
    over: bool = False
    winners: list[int] = field(default_factory=list)


class Oracle:
    """Scores deals under one set of rules."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.players: int = rules.players

    def is_(self, option: str, value: str) -> bool:
        """Whether an option has this value."""
        return str(getattr(self.rules, option)) == value

    def worth(self, hand: Hand) -> tuple[int, list[int]]:
        """A hand's worth under these rules."""
        return worth(hand, str(self.rules.top_prial), str(self.rules.top_run))

    def counts(self, hand: Hand) -> bool:
        """Whether a hand is at least the least hand that counts."""
        least = {"high_card": HIGH_CARD, "pair": PAIR, "flush": FLUSH}[str(self.rules.min_hand)]
        return self.worth(hand)[0] >= least

    def lie(self, hands: Sequence[Hand]) -> list[Hand]:
        """Hands in the order in which they are shown on the table."""
        return sorted(hands, key=self.worth, reverse=True) if self.is_("order", "sorted") else list(hands)

    def out_of_order(self, hands: Sequence[Hand]) -> bool:
        """Whether a better hand follows a worse one."""
        return any(self.worth(first) < self.worth(second) for first, second in pairwise(hands))

    def place(self, hands: Mapping[int, Hand]) -> tuple[int | None, str]:
        """The winner of a place, and why.

        Args:
            hands: the competing hands, by seat.
        """
        counting = {seat: hand for seat, hand in hands.items() if self.counts(hand)}
        if not counting:
            return None, "empty"
        reason = "best"
        while counting:
            best = max(self.worth(hand) for hand in counting.values())
            holders = [seat for seat, hand in counting.items() if self.worth(hand) == best]
            if len(holders) == 1:
                return holders[0], reason
            if self.is_("tie", "stopper"):
                break
            counting = {seat: hand for seat, hand in counting.items() if seat not in holders}
            reason = "next_best"
        return None, "stopper"

    def settle(self, b: Before) -> After:  # noqa: C901 - follows the page of the rules in its order
        """Score a deal, in the order of the page's sentences."""
        r = self.rules
        a = After(points=[0] * self.players, scores=list(b.scores), paid=[0] * self.players, pot=b.pot, level=list(b.level))
        can_win = b.level or b.playing

        # Declarations: a thirteen straight beats six pairs; two of them share.
        straights = [seat for seat in b.playing if (seat, "thirteen_straight") in b.declared and seat in can_win]
        if straights:
            return self.finish(a, b, straights)
        if any(what == "six_pairs" for _, what in b.declared):
            a.void = True
            return a

        # Places in turn. Fouls are found before the first place, or when each hand is turned up.
        lie = {seat: self.lie(b.laid[seat]) for seat in b.playing}
        competing = list(b.playing)
        reached: int | None = None
        for number in range(places_of(r.cards)):
            looked_at = {seat: lie[seat] if self.is_("found", "at_once") else lie[seat][: number + 1] for seat in competing}
            fouls = [seat for seat in competing if self.is_("order", "as_laid") and self.out_of_order(looked_at[seat])]
            a.fouls += fouls
            a.turned_of_foul.update({seat: len(looked_at[seat]) for seat in fouls})
            competing = [seat for seat in competing if seat not in fouls]
            if fouls and self.is_("foul", "lose_game"):
                can_win = [seat for seat in can_win if seat not in fouls]
                if not can_win:  # the deal is void for those who could win, and scores nothing; other seats' fouls stand
                    a.out = [seat for seat in a.fouls if seat not in (b.level or b.playing)]
                    a.void, a.points, a.level = True, [0] * self.players, list(b.level)
                    return a
                a.out = list(a.fouls)
                a.level = can_win if b.level else []
                if len(can_win) == 1:
                    a.scores = [before + more for before, more in zip(b.scores, a.points, strict=True)]
                    self.call_money(a, b, made=None)
                    return self.finish(a, b, can_win)
            winner, reason = self.place({seat: lie[seat][number] for seat in competing if len(lie[seat]) > number})
            a.places.append((winner, reason))
            if winner is not None and self.is_("scoring", "points"):
                a.points[winner] += 1
                if self.is_("finish", "at_once") and b.scores[winner] + a.points[winner] >= r.target:
                    reached = winner
                    break
        shown_all = len(a.places) == places_of(r.cards)
        takers = {winner for winner, _ in a.places}
        swept = takers.pop() if shown_all and len(takers) == 1 else None

        if self.is_("scoring", "pot"):
            return self.for_the_pot(a, b, swept, can_win)

        announced = swept in b.called
        if swept is not None and (announced or not self.is_("crash_call", "required")):
            a.crash = swept
        winners: list[int] = []
        if reached is not None:
            winners = [reached]
        elif a.crash is not None and self.is_("crash", "wins_game") and a.crash in can_win:
            winners = [a.crash]
        else:
            if a.crash is not None and self.is_("crash", "bonus"):
                a.points[a.crash] += r.crash_points
            winners = self.four_of_a_kind(a, b, competing, can_win)
        a.scores = [before + more for before, more in zip(b.scores, a.points, strict=True)]
        if not winners:
            winners = self.look_at_target(a, b, can_win)
        if a.crash is not None:
            self.everybody_pays(a, b, a.crash, r.crash_stake)
        self.call_money(a, b, made=swept)
        return self.finish(a, b, winners) if winners else a

    def four_of_a_kind(self, a: After, b: Before, competing: list[int], can_win: list[int]) -> list[int]:
        """Score the bonus for four of a kind; returns the seats that win the game by four threes."""
        if self.is_("four_bonus", "none"):
            return []
        entered = [
            (seat, rank)
            for seat in competing
            if self.is_("four_bonus", "one_point") or (seat, "knock") in b.declared
            for rank in quads(b.laid[seat])
        ]
        if self.is_("four_bonus", "knock"):
            for seat, rank in entered:
                if rank == THREE and seat in can_win:
                    a.four, a.four_rank = seat, rank
                    return [seat]
        if entered:
            a.four, a.four_rank = min(entered, key=lambda entry: FOURS.index(entry[1]))
            a.points[a.four] += 1
        return []

    def look_at_target(self, a: After, b: Before, can_win: list[int]) -> list[int]:
        """The seats that have won by points. In sudden death, or where it begins, also the seats that are level."""
        there = can_win if b.level else [seat for seat in can_win if a.scores[seat] >= self.rules.target]
        top = [seat for seat in there if a.scores[seat] == max(a.scores[other] for other in there)]
        if len(top) > 1 and self.is_("final_tie", "sudden_death"):
            a.level = top
            return []
        return top

    def everybody_pays(self, a: After, b: Before, to: int, amount: int) -> None:
        """Each other player who was dealt cards pays this amount, or gets it where it is negative."""
        for seat in b.playing:
            if seat != to:
                a.paid[seat] -= amount
                a.paid[to] += amount

    def call_money(self, a: After, b: Before, made: int | None) -> None:
        """Pay what announcing a crash costs, or not announcing it; ``made`` is the seat that won every place."""
        r = self.rules
        if made is not None and made in b.called:
            self.everybody_pays(a, b, made, r.called_reward)
        if made is not None and made not in b.called and self.is_("crash_call", "optional"):
            self.everybody_pays(a, b, made, r.uncalled_reward)
        for caller in b.called:
            lost = [winner for winner, _ in a.places if winner != caller]
            if lost or caller in a.fouls:
                self.everybody_pays(a, b, caller, -r.failed_call_penalty)

    def for_the_pot(self, a: After, b: Before, swept: int | None, can_win: list[int]) -> After:
        """A seat that won all places takes the pot; after the last deal, a pot that nobody won goes back to the players."""
        a.crash = swept
        if swept is not None:
            a.points[swept] = 1
            a.scores[swept] += 1
            a.paid[swept] += b.pot
            a.pot = 0
        if not b.last:
            return a
        self.split(a, b, a.pot, can_win)
        a.pot = 0
        chips = [had + won for had, won in zip(b.ledger, a.paid, strict=True)]
        return self.finish(a, b, [seat for seat in can_win if chips[seat] == max(chips[other] for other in can_win)])

    def split(self, a: After, b: Before, pool: int, among: list[int]) -> None:
        """Divide a pool evenly; odd units go one by one to seats from the dealer's left."""
        for seat in among:
            a.paid[seat] += pool // len(among)
        line = [seat for seat in to_the_left(b.dealer, self.players) if seat in among]
        for seat in line[: pool % len(among)]:
            a.paid[seat] += 1

    def finish(self, a: After, b: Before, winners: list[int]) -> After:
        """End the game: stakes, spare stakes and the pot go to the winners."""
        a.over, a.winners = True, sorted(winners)
        losers = [seat for seat in range(self.players) if seat not in winners]
        for seat in losers:
            a.paid[seat] -= self.rules.game_stake
        for seat in range(self.players):
            a.paid[seat] -= b.booked[seat]
        for pool in (len(losers) * self.rules.game_stake, sum(b.booked), a.pot):
            self.split(a, b, pool, winners)
        a.pot = 0
        return a


class Book:
    """Points, money and seats over a whole game, kept beside the game and compared with it."""

    def __init__(self, rules: Any) -> None:
        self.oracle = Oracle(rules)
        self.rules = rules
        self.players: int = rules.players
        self.playing = list(range(self.players))
        self.scores = [0] * self.players
        self.ledger = [0] * self.players
        self.booked = [0] * self.players
        self.pot = 0
        self.level: list[int] = []
        self.deals = 0
        self.dealer = -1
        self.over = False
        self.winners: list[int] = []

    def deal(self) -> None:
        """Begin a deal: antes are paid."""
        self.deals += 1
        if self.oracle.is_("scoring", "pot"):
            for seat in self.playing:
                self.ledger[seat] -= self.rules.ante
                self.pot += self.rules.ante

    def swap(self, seat: int) -> None:
        """A seat took a spare hand."""
        self.booked[seat] += self.rules.spare_stake

    def spares(self) -> int:
        """Number of spare hands when a deal begins."""
        return 0 if self.oracle.is_("spare", "aside") else 4 - len(self.playing)

    def score(self, laid: dict[int, list[Hand]], declared: set[tuple[int, str]], called: set[int]) -> After:
        """Score the deal, and prepare the next one."""
        last = self.oracle.is_("scoring", "pot") and self.deals >= self.rules.length
        before = Before(
            dealer=self.dealer,
            playing=self.playing,
            laid=laid,
            declared=declared,
            called=called,
            scores=self.scores,
            ledger=self.ledger,
            booked=self.booked,
            pot=self.pot,
            level=self.level,
            last=last,
        )
        after = self.oracle.settle(before)
        self.scores = after.scores
        self.ledger = [had + won for had, won in zip(self.ledger, after.paid, strict=True)]
        self.pot, self.level, self.over, self.winners = after.pot, after.level, after.over, after.winners
        self.playing = [seat for seat in self.playing if seat not in after.out]
        if not after.over and not (after.void and self.dealer in self.playing):
            self.dealer = next(seat for seat in to_the_left(self.dealer, self.players) if seat in self.playing)
        return after
