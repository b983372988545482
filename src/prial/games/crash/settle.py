"""Scores a deal of Crash, from the laid hands to points, money and winners.

A deal is scored in this order:

* declarations that end the deal
* the places, one after another
* the bonuses for a crash and for four of a kind
* the target
* money

A foul is scored just before the place at which it is found. If the rules find all fouls at once, the fouls are scored before the
first place.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace as _replace

from prial.arguments import explained
from prial.betting.pots import share
from prial.cards import Card, rank
from prial.core.game import Seat
from prial.games.crash.rules import MOST_PLAYERS, VERSION, CrashRules
from prial.games.crash.settings import (
    Crash,
    CrashCall,
    FinalTie,
    Finish,
    Foul,
    Found,
    FourBonus,
    MinHand,
    Order,
    Scoring,
    Tie,
    WeakHand,
)
from prial.games.crash.state import Declaration, Place, Reason, Settled
from prial.ranks.brag import FOURS_ORDER, Category, FourOfAKind, Ranking, ranking

Hands = tuple[tuple[Card, ...], ...]
"""One player's laid hands, by place."""

_THREE = 1
"""The rank of a three."""
_BEST = tuple([Place(seat, Reason.BEST) for seat in range(MOST_PLAYERS)])
"""For each seat, the result of a place that this seat won with the best hand."""
_STOPPER = Place(None, Reason.STOPPER)
_EMPTY = Place(None, Reason.EMPTY)


@explained
def ranking_of(rules: CrashRules) -> Ranking:
    """The ranking of hands under a table's rules."""
    return ranking(rules.top_prial, rules.top_run, rules.four_of_a_kind)


def least_of(rules: CrashRules) -> int:
    """The strength of the weakest hand that can win a place under a table's rules."""
    match rules.min_hand:
        case MinHand.PAIR:
            return ranking_of(rules).least(Category.PAIR)
        case MinHand.FLUSH:
            return ranking_of(rules).least(Category.FLUSH)
        case _:
            return 1


def fours(hands: Hands) -> list[int]:
    """Ranks of which all four cards were laid, in one hand or in several. The best rank comes first: 4, then A, K … 5, 3, 2."""
    ranks = [rank(card) for hand in hands for card in hand]
    return sorted((r for r in set(ranks) if ranks.count(r) == 4), key=FOURS_ORDER.index, reverse=True)


class Deal(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that the score of a deal depends on."""

    dealer: Seat
    """The seat that dealt."""
    scores: tuple[int, ...]
    """Points before the deal, by seat."""
    playing: tuple[Seat, ...]
    """Seats that were dealt cards."""
    hands: tuple[Hands, ...]
    """Laid hands, by seat and place."""
    declared: tuple[tuple[Seat, Declaration], ...] = ()
    """The declarations of this deal: pairs of a seat and its declaration."""
    called: tuple[Seat, ...] = ()
    """Seats that announced a crash."""
    level: tuple[Seat, ...] = ()
    """In sudden death, the only seats that can still win; empty before sudden death."""
    booked: tuple[int, ...] = ()
    """For each seat, the money that it owes for spare hands. Empty if no seat owes any."""
    pot: int = 0
    """Chips in the pot, with the antes of this deal."""
    last: bool = False
    """Whether this is the last deal of a game for the pot."""
    ledger: tuple[int, ...] = ()
    """Money won and lost before this deal, by seat. The antes of this deal are already deducted.

    In a game for the pot, the ledger decides who wins the game.
    """


class Scorer:
    """Scores the deals of one table.

    Args:
        rules: the house rules.
        version: the version of the game. It matters only if all players who can still win foul in the same deal of a
            sudden death. In version 1, the other players who foul in this deal stay in the game. In later versions, they leave.
    """

    def __init__(self, rules: CrashRules, version: int = VERSION) -> None:
        self.rules, self.version = rules, version
        self.ranking = ranking_of(rules)
        self.least = least_of(rules)
        """The lowest strength that can win a place."""
        self.least_laid = self.least if rules.weak_hand is WeakHand.NOT_LAID else 1
        """The lowest strength that may be laid."""
        self.fours_allowed = rules.four_of_a_kind is FourOfAKind.BEATS_ALL
        """Whether four cards of one rank may be laid as a hand."""

    def strengths(self, hands: Sequence[tuple[Card, ...]]) -> list[int]:
        """The strength of each laid hand, by place. A hand keeps its strength even if it is too weak to win a place."""
        table, strength = self.ranking.table, self.ranking.strength
        return [table[h[0]][h[1]][h[2]] if len(h) == 3 else strength(h) for h in hands]

    def foul_at(self, strengths: Sequence[int]) -> int | None:
        """Find the place at which a player's wrong order of hands is noticed.

        Args:
            strengths: strengths of the player's laid hands, by place, including hands too weak to count.
        Returns:
            The number of the place, from 0; None if the hands are in order, or if the table sorts them. The wrong order is
            noticed just before this place is decided.
        """
        if self.rules.order is Order.SORTED:
            return None
        wrong = next((k for k in range(1, len(strengths)) if strengths[k] > strengths[k - 1]), None)
        return 0 if wrong and self.rules.found is Found.AT_ONCE else wrong

    def in_order(self, hands: Hands) -> Hands:
        """One player's hands as they lie on the table: best first if the table sorts them, else as they were laid."""
        if self.rules.order is Order.AS_LAID:
            return hands
        return tuple([hand for _, hand in sorted(zip(self.strengths(hands), hands, strict=True), reverse=True)])

    def place(self, strengths: Sequence[int]) -> Place:
        """Decide who wins a place.

        Args:
            strengths: strengths of the hands in this place, by seat; 0 for a seat without a hand that counts.
        """
        best = max(strengths)
        if not best:
            return _EMPTY
        if strengths.count(best) == 1:
            return _BEST[strengths.index(best)]
        if self.rules.tie is Tie.NEXT_BEST:
            for below in sorted(set(strengths), reverse=True)[1:]:
                if below and strengths.count(below) == 1:
                    return Place(strengths.index(below), Reason.NEXT_BEST)
        return _STOPPER

    def settle(self, deal: Deal) -> Settled:
        """Score a deal by the cards that were laid."""
        strengths = [self.strengths(hands) for hands in deal.hands]
        fouls = {seat: at for seat in deal.playing if (at := self.foul_at(strengths[seat])) is not None}
        held = {} if self.rules.four_bonus is FourBonus.NONE else dict(enumerate(map(fours, deal.hands)))
        return self.score(deal, strengths, fouls, held)

    def score(
        self,
        deal: Deal,
        strengths: Sequence[Sequence[int]],
        fouls: Mapping[Seat, int],
        held: Mapping[Seat, Sequence[int]],
    ) -> Settled:
        """Score a deal from the strengths of its hands, without the cards.

        Args:
            deal: the deal; its ``hands`` aren't used.
            strengths: strengths of the laid hands, by seat and place.
            fouls: maps each seat with hands in a wrong order to the place that `foul_at` finds.
            held: maps each seat to the ranks that `fours` finds in its hands.
        """
        nobody = (0,) * self.rules.players
        able = deal.level or deal.playing
        unscored = Settled(points=nobody, scores=deal.scores, ledger=nobody, level=deal.level, pot=deal.pot)
        straights = tuple(s for s, what in deal.declared if what is Declaration.THIRTEEN_STRAIGHT and s in able)
        if straights:
            return self._end(deal, unscored, straights)
        if any(what is Declaration.SIX_PAIRS for _, what in deal.declared):
            return _replace(unscored, void=True)
        scored, able, winners = self._turn_up(deal, unscored, strengths, fouls, able)
        if scored.void or scored.over:
            return scored
        return self._score(deal, scored, {seat: ranks for seat, ranks in held.items() if seat not in scored.fouls}, able, winners)

    def _turn_up(
        self,
        deal: Deal,
        start: Settled,
        strengths: Sequence[Sequence[int]],
        wrong: Mapping[Seat, int],
        able: tuple[Seat, ...],
    ) -> tuple[Settled, tuple[Seat, ...], tuple[Seat, ...]]:
        """Decide the places in turn. Returns the result so far, the seats that can still win the game, and the game's winners."""
        rules, least = self.rules, self.least
        points = [0] * rules.players
        places: list[Place] = []

        def so_far() -> Settled:
            scores = tuple([before + won for before, won in zip(deal.scores, points, strict=True)])
            return _replace(start, places=tuple(places), points=tuple(points), scores=scores)

        for k in range(rules.places):
            if fouls := [seat for seat, at in wrong.items() if at == k]:
                start, able = self._foul(deal, start, fouls, able)
                if not able:
                    return _replace(start, places=tuple(places)), able, ()
                if len(able) == 1:
                    ended = so_far()
                    return self._end(deal, _replace(ended, ledger=self._crash_money(deal, ended, None)), able), able, able
                strengths = [() if seat in fouls else mine for seat, mine in enumerate(strengths)]
            place = self.place([mine[k] if len(mine) > k and mine[k] >= least else 0 for mine in strengths])
            places.append(place)
            winner = place.winner
            if winner is not None and rules.scoring is Scoring.POINTS:
                points[winner] += 1
                if rules.finish is Finish.AT_ONCE and deal.scores[winner] + points[winner] >= rules.target:
                    return so_far(), able, (winner,)
        return so_far(), able, ()

    def _score(
        self,
        deal: Deal,
        scored: Settled,
        held: Mapping[Seat, Sequence[int]],
        able: tuple[Seat, ...],
        winners: tuple[Seat, ...],
    ) -> Settled:
        """Add the bonuses, and compare the scores with the target."""
        rules, places, points = self.rules, scored.places, list(scored.points)
        swept = places[0].winner if len(places) == rules.places and len({p.winner for p in places}) == 1 else None
        if rules.scoring is Scoring.POT:
            return self._pot(deal, scored, swept, able)
        crash = swept if rules.crash_call is not CrashCall.REQUIRED or swept in deal.called else None
        four, four_rank = None, None
        if winners:
            pass  # reached in the middle of the deal: no bonus is given
        elif crash is not None and rules.crash is Crash.WINS_GAME and crash in able:
            winners = (crash,)
        else:
            if crash is not None and rules.crash is Crash.BONUS:
                points[crash] += rules.crash_points
            if rules.four_bonus is not FourBonus.NONE:
                four, four_rank, wins = self._four(deal, held, able)
                if wins:
                    winners = (wins[0],)
                elif four is not None:
                    points[four] += 1
        scores = tuple([before + won for before, won in zip(deal.scores, points, strict=True)])
        level = scored.level
        if not winners:
            winners, level = self._reached(scores, able, level)
        scored = _replace(scored, points=tuple(points), scores=scores, level=level, crash=crash, four=four, four_rank=four_rank)
        if swept is not None or deal.called:
            scored = _replace(scored, ledger=self._crash_money(deal, scored, swept))
        return self._end(deal, scored, winners) if winners else scored

    def _foul(self, deal: Deal, scored: Settled, fouls: list[Seat], able: tuple[Seat, ...]) -> tuple[Settled, tuple[Seat, ...]]:
        """Add fouls to the result. Also return the seats that can still win the game."""
        scored = _replace(scored, fouls=(*scored.fouls, *fouls))
        if self.rules.foul is Foul.LOSE_DEAL:
            return scored, able
        able = tuple([seat for seat in able if seat not in fouls])
        if able:
            return _replace(scored, out=scored.fouls, level=able if deal.level else ()), able
        # In sudden death, a player who couldn't win anyway is out of the game for a foul, as in any other deal
        could = deal.level or deal.playing
        gone = tuple([seat for seat in scored.fouls if self.version > 1 and seat not in could])
        return _replace(scored, out=gone, level=deal.level, void=True), able

    def _four(
        self, deal: Deal, laid: Mapping[Seat, Sequence[int]], able: tuple[Seat, ...]
    ) -> tuple[Seat | None, int | None, list[Seat]]:
        """Find the seat that scores for four of a kind, and the rank of the four cards.

        The list has the seat if its four threes win the game.
        """
        bonus = self.rules.four_bonus
        knocked = {seat for seat, what in deal.declared if what is Declaration.KNOCK}
        held = {s: ranks for s, ranks in laid.items() if ranks and (bonus is FourBonus.ONE_POINT or s in knocked)}
        if bonus is FourBonus.KNOCK:
            for seat, ranks in held.items():
                if _THREE in ranks and seat in able:
                    return seat, _THREE, [seat]
        if not held:
            return None, None, []
        best = max(held, key=lambda seat: FOURS_ORDER.index(held[seat][0]))
        return best, held[best][0], []

    def _reached(
        self, scores: tuple[int, ...], able: tuple[Seat, ...], level: tuple[Seat, ...]
    ) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """The seats that have won the game by points, and the seats that can still win in sudden death."""
        target = self.rules.target
        reached = able if level else [seat for seat in able if scores[seat] >= target]
        if not reached:
            return (), level
        top = max(scores[seat] for seat in reached)
        first = tuple(seat for seat in reached if scores[seat] == top)
        if len(first) > 1 and self.rules.final_tie is FinalTie.SUDDEN_DEATH:
            return (), first
        return first, level

    def _crash_money(self, deal: Deal, scored: Settled, swept: Seat | None) -> tuple[int, ...]:
        """Money that a crash and its announcement bring, by seat."""
        rules, ledger = self.rules, [0] * self.rules.players

        def pay(to: Seat, amount: int) -> None:
            for seat in deal.playing:
                ledger[seat] -= amount
                ledger[to] += amount

        if scored.crash is not None:
            pay(scored.crash, rules.crash_stake)
        if swept is not None and swept in deal.called:
            pay(swept, rules.called_reward)
        elif swept is not None and rules.crash_call is CrashCall.OPTIONAL:
            pay(swept, rules.uncalled_reward)
        for seat in deal.called:
            if seat in scored.fouls or any(place.winner != seat for place in scored.places):
                pay(seat, -rules.failed_call_penalty)
        return tuple(ledger)

    def _pot(self, deal: Deal, scored: Settled, swept: Seat | None, able: tuple[Seat, ...]) -> Settled:
        """Score a deal in a game for the pot. ``swept`` is the seat that won every place, or None."""
        players = self.rules.players
        ledger, pot, points = [0] * players, deal.pot, [0] * players
        if swept is not None:
            ledger[swept], points[swept], pot = pot, 1, 0
        elif deal.last:
            for seat, chips in share(pot, able, deal.dealer, players):
                ledger[seat] += chips
            pot = 0
        scores = tuple([before + won for before, won in zip(deal.scores, points, strict=True)])
        scored = _replace(scored, points=tuple(points), scores=scores, ledger=tuple(ledger), pot=pot, crash=swept)
        if not deal.last:
            return scored
        total = [before + won for before, won in zip(deal.ledger, ledger, strict=True)]
        most = max(total[seat] for seat in able)
        return self._end(deal, scored, tuple(seat for seat in able if total[seat] == most))

    def _end(self, deal: Deal, scored: Settled, winners: tuple[Seat, ...]) -> Settled:
        """End the game: the winners share the stakes, the pot and the money owed for spare hands."""
        players = self.rules.players
        ledger = list(scored.ledger)
        stakes = [0 if seat in winners else self.rules.game_stake for seat in range(players)]
        booked = deal.booked or (0,) * players
        for seat in range(players):
            ledger[seat] -= stakes[seat] + booked[seat]
        for pool in (sum(stakes), sum(booked), scored.pot):
            for seat, chips in share(pool, winners, deal.dealer, players):
                ledger[seat] += chips
        return _replace(scored, ledger=tuple(ledger), pot=0, over=True, winners=winners)
