"""Prepares the search for the strategy that wins the most against a bot of Brag (the best response)."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

from prial.betting.amounts import half
from prial.betting.pots import total
from prial.cards import PACK
from prial.core.game import Chance, Seat, State, View
from prial.games.brag import BragGame, dealing
from prial.games.brag.actions import Bet, Discard, Word
from prial.games.brag.bots import Ready
from prial.games.brag.bots.reading import Deck, deck
from prial.games.brag.choices import must_discard
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.offer import is_blind
from prial.games.brag.state import Table
from prial.games.brag.study.walk import worlds_of
from prial.study.solve.response import EDGES, Duel, Holdings, holdings
from prial.study.solve.walk import Worlds

_OFTEN: Final = 4
"""After this many bets of its own, the search bets no more if it may see."""
_RICH: Final = 2
"""After this many bets of its own, the search tries fewer sizes of bets."""
_THREE: Final = 3
_MET: Final = 2_000
"""About how many hands of the sample each hand is compared with."""


def considered(table: Table, actions: list[Any]) -> list[Any]:
    """Pick the actions that the search tries: folding, seeing, a few bets, and all actions that aren't a `Word`, such as looking.

    The bets come last, the smallest first; their sizes depend on the pot.

    Args:
        table: the public part of the state.
        actions: all allowed actions.
    """
    bets = sorted(action.chips for action in actions if isinstance(action, Bet))
    others = [action for action in actions if action in (Word.FOLD, Word.SEE) or not isinstance(action, Bet | Word)]
    if not bets:
        return others
    often = sum(deed.seat == table.turn and deed.what == "bet" for deed in table.did)
    low, high, pot = bets[0], bets[-1], total(table.pots)
    if often >= _OFTEN:
        wanted = [] if Word.SEE in actions else [low]
    elif is_blind(table, table.turn):
        wanted = [low, low + half(pot)]
    elif often >= _RICH:
        wanted = [low, low + pot]
    else:
        wanted = [low, low + pot // 2, low + pot, low + 3 * pot, *([high] if high <= low + 6 * pot else [])]
    return [*others, *map(Bet, sorted({min(each, high) for each in wanted}))]


def duel(game: BragGame) -> Duel:
    """Prepare the search for the best response to a bot: limit the game to one deal between two players.

    Args:
        game: the game. The number of deals doesn't matter.
    Raises:
        PrialError: if the rules show the bottom card of the pack, if the ante takes a player's whole purse, or if wild cards make
            too many classes of hands of three cards.
    """
    last, worlds = worlds_of(game)
    ready = dealing.begin(last.rules, last.start(), last.seats - 1)
    chance = last.node(ready)
    assert isinstance(chance, Chance)

    def seen_from(seat: Seat) -> Worlds:
        better, worse, equal = worlds
        return (better, worse, equal) if seat == 0 else (worse, better, equal)

    def deal(rng: Random) -> State[Table]:
        return last.deal(ready, chance.draw.sample(rng))

    def piles(table: Table, seat: Seat) -> Sequence[int]:
        return table.hands[seat][0]

    ranks = ranking_of(last.rules)
    held = holdings(ranks) if last.rules.cards == _THREE else _holdings(deck(ranks, last.rules.cards))
    return Duel(last, held, deal, seen_from, considered, is_blind, piles, partial(_forced, Ready(last)))


def _forced(bot: Ready, seen: View[Table]) -> Discard | None:
    """The discard that ``bot`` chooses for a player who must discard now; None at any other decision."""
    assert seen.seat is not None
    return bot.discard(seen) if must_discard(seen.public, seen.seat) else None


def _holdings(known: Deck) -> Holdings:
    """Group a sample of hands of four or five cards by worth. In each example, the cards to discard come first."""
    places = known.shares(known.keys)
    group = np.unique(np.searchsorted(EDGES, places, "right"), return_inverse=True)[1]
    first = np.searchsorted(group, np.arange(group.max() + 1))
    middle = (first + np.append(first[1:], len(group))) // 2
    examples = []
    for bits in known.cards[middle].tolist():
        three, away = best_three(known.ranks, tuple([card for card in PACK if bits >> card & 1]))
        examples.append((*away, *three))
    some = slice(None, None, max(1, len(group) // _MET))
    # Two players can't hold hands with a card in common
    apart = (known.cards[:, None] & known.cards[None, some]) == 0
    columns = np.searchsorted(group[some], np.arange(len(first)))
    meet = np.add.reduceat(np.add.reduceat(apart, first, axis=0, dtype=float), columns, axis=1)
    together = meet + meet.T
    return Holdings(
        examples,
        known.keys[first].tolist(),
        together / together.sum(),
        lambda hand: known.key(*best_three(known.ranks, tuple(hand))),
    )
