"""Draws a game's hidden cards at random, so that they fit everything that one seat sees."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from prial.cards import Card, rank, suit
from prial.core.game import BACK, Seat, State, View
from prial.errors import RulesError, refuse
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import Order
from prial.games.crash.state import Declaration, Table
from prial.study.worlds import dealt

_DEALS: Final = 60
"""Number of random deals that are tried before `_repaired` exchanges cards."""
_REPAIRS: Final = 40_000
"""The greatest number of exchanges of cards that `_repaired` tries until a deal fits the view."""
_MIXES: Final = 2_000
"""Number of further exchanges that `_repaired` tries once the deal fits the view. They make the result more random."""


def world(game: CrashGame, view: View[Table], rng: Random) -> State[Table]:
    """Draw a random complete state that fits a seat's view (see `prial.core.kind.Kind.worlds`).

    The laid hands are parts of the hand that was dealt or taken. No laid hand is too weak to be laid. If the table sorts hands,
    the laid hands lie in order. A player who has knocked or declared six pairs holds the cards for this declaration.

    If a player scored, or won the game, by four of a kind in the last showdown, the player's laid hands contain the four cards.
    The hidden hands may contradict other results of the showdown.

    If few deals fit, some states may be slightly more likely than others.

    Args:
        game: the game.
        view: what the seat sees.
        rng: draws the cards.
    Raises:
        RulesError: if no deal was found that fits.
    """
    table = view.public
    parts = {table.hands[seat]: laid for seat, laid in enumerate(table.laid) if laid}
    for _ in range(_DEALS):
        state = _in_order(game, view, dealt(game, view, rng, parts=parts))
        if not any(_misses(game, view, state.piles, seat) for seat in range(len(table.laid))):
            return state
    return _in_order(game, view, _repaired(game, view, state, rng))


def _in_order(game: CrashGame, view: View[Table], state: State[Table]) -> State[Table]:
    """Sort each player's hidden hands of three cards, the best first, if the table sorts hands."""
    if game.rules.order is not Order.SORTED:
        return state
    piles = list(state.piles)
    for laid in state.public.laid:
        hidden = [pile for pile in laid if BACK in view.piles[pile] and len(piles[pile]) == 3]
        hands = [piles[pile] for pile in hidden]
        # of level hands the one with the best card comes first, as in `Scorer.in_order`
        ordered = sorted(zip(game.scorer.strengths(hands), hands, strict=True), reverse=True)
        for pile, (_, hand) in zip(hidden, ordered, strict=True):
            piles[pile] = hand
    return State(state.public, tuple(piles), state.seen)


def _misses(game: CrashGame, view: View[Table], piles: Sequence[tuple[Card, ...]], seat: Seat) -> int:
    """How far a player's cards are from fitting what the player laid and declared. The result is 0 if they fit."""
    table, scorer = view.public, game.scorer
    hands = [piles[pile] for pile in table.laid[seat]]
    strengths = scorer.strengths(hands)
    missing = sum(strength < scorer.least_laid for strength in strengths)
    ranks = Counter([rank(card) for hand in hands for card in hand])
    for hand in hands:
        if len(hand) == 4:  # such a hand is four of a kind
            missing += 4 - max(Counter(map(rank, hand)).values())
    if game.rules.order is Order.SORTED:
        free = _free(view, seat)  # these hands may lie in any order, because `_in_order` sorts them
        for at, strength in zip(free, sorted([strengths[at] for at in free], reverse=True), strict=True):
            strengths[at] = strength
        missing += sum(one < other for one, other in pairwise(strengths))
    if (seat, Declaration.KNOCK) in table.declared:
        missing += 4 - max(ranks.values(), default=0)
    # the rest of the showdown's result isn't checked: all cards are shuffled before the next deal
    if table.last is not None and table.last.four == seat and table.last.four_rank is not None:
        missing += 4 - ranks[table.last.four_rank]
    if (seat, Declaration.SIX_PAIRS) in table.declared:
        held = Counter(map(rank, piles[table.hands[seat]]))
        missing += max(0, 6 - sum(count // 2 for count in held.values()))
    return missing


def _free(view: View[Table], seat: Seat) -> list[int]:
    """The places, from 0, in which a player laid hands of three cards that the viewer doesn't see."""
    laid = view.public.laid[seat]
    return [at for at, pile in enumerate(laid) if BACK in view.piles[pile] and len(view.piles[pile]) == 3]


def _repaired(game: CrashGame, view: View[Table], state: State[Table], rng: Random) -> State[Table]:
    """Exchange hidden cards at random until the deal fits the view."""
    table, piles = view.public, list(state.piles)
    hidden = [pile for pile, cards in enumerate(view.piles) if BACK in cards]
    owner = {pile: seat for seat, laid in enumerate(table.laid) for pile in (*laid, table.hands[seat])}
    pools = _pools(game, view)
    missing = [_misses(game, view, piles, seat) for seat in range(len(table.laid))]
    mixed = 0
    for _ in range(_REPAIRS + _MIXES + 1 if pools else 0):
        if not any(missing):
            mixed += 1
            if mixed > _MIXES:
                return State(table, tuple(piles), state.seen)
        # An exchange and its reverse are equally likely, so in the long run all deals that fit occur equally often.
        swap = _swap(rng.choice(pools), rng)
        touched = [pile for pile in hidden if not swap.keys().isdisjoint(piles[pile])]
        before = [(pile, piles[pile]) for pile in touched]
        for pile, cards in before:
            piles[pile] = tuple(sorted([swap.get(card, card) for card in cards], reverse=True))
        now = {seat: _misses(game, view, piles, seat) for seat in {owner[pile] for pile in touched if pile in owner}}
        if sum(now.values()) > sum(missing[seat] for seat in now):
            for pile, cards in before:
                piles[pile] = cards
        else:
            for seat, misses in now.items():
                missing[seat] = misses
    raise RulesError(refuse("worlds.none", tries=_REPAIRS))


def _pools(game: CrashGame, view: View[Table]) -> list[list[Card]]:
    """Groups of cards whose places the viewer doesn't know. Any two cards of the same group can change places."""
    table = view.public
    seen = {card for cards in view.piles for card in cards}
    pools = [[card for card in game.pack if card not in seen]]
    for seat, laid in enumerate(table.laid):
        if _free(view, seat) and BACK not in view.piles[table.hands[seat]]:  # cards known, but not how they were laid
            shown = {card for pile in laid for card in view.piles[pile]}
            pools.append([card for card in view.piles[table.hands[seat]] if card not in shown])
    return [pool for pool in pools if len(pool) > 1]


def _swap(pool: Sequence[Card], rng: Random) -> Mapping[Card, Card]:
    """A random exchange of two cards or of two ranks; maps each card to the card that takes its place."""
    one, other = rng.sample(pool, 2)
    if rng.random() < 0.8:
        return {one: other, other: one}
    suits = [{suit(card): card for card in pool if rank(card) == rank(each)} for each in (one, other)]
    pairs = [(suits[0][each], suits[1][each]) for each in suits[0].keys() & suits[1].keys()]
    return {card: to for a, b in pairs for card, to in ((a, b), (b, a))}
