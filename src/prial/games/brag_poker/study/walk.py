"""Builds the tree of turns in both rounds of betting between two players.

In the tree, nobody changes a card. Instead, both players are dealt hands as they are after the draw (`held`). A player may look
at the cards only at a turn to bet. The dealer is seat 1, puts in the small blind and acts first.
"""

from dataclasses import replace
from random import Random
from typing import Any, Final

import numpy as np

from prial.arguments import explained
from prial.core.game import Chance, State, View
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag_poker.actions import Change
from prial.games.brag_poker.finish import hand_of
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Deed, Phase, Table
from prial.games.brag_poker.study.draws import count
from prial.ranks.brag import Ranking
from prial.study.solve import walk as general
from prial.study.solve.hands import Hands, classes
from prial.study.solve.tree import Node

add_sentences(
    "en",
    {
        "solve.blinds": "There is no betting to solve: the blinds are all that anybody has.",
        "solve.table_of_two": "A solution can be looked up only at a table of two, but this one has {players} players.",
        "solve.draw": "A solution doesn't cover the draw: use it in the betting before and after.",
    },
)

DEALER: Final = 1
"""The dealer's seat at the table, and in the tree."""


def check_bets(game: BragPokerGame) -> None:
    """Check that the blinds leave something to bet.

    Args:
        game: the game with the rules of a table.
    Raises:
        PrialError: if the blinds leave nothing to bet.
    """
    if game.rules.purse <= game.rules.big_blind:
        raise PrialError(refuse("solve.blinds"))


def walk(game: BragPokerGame, most: int = general.TURNS) -> Node:
    """Build the tree of turns in both rounds of betting, in one deal between two players.

    Args:
        game: the game with the rules of a table of two; its rule for the number of deals is ignored.
        most: the greatest number of turns allowed.
    Raises:
        PrialError: if the blinds leave nothing to bet, or the tree has more than ``most`` turns.
    """
    check_bets(game)
    last = BragPokerGame(replace(game.rules, length=1), game.pack)
    ready = last.deal(last.start(), DEALER)
    chance, of, rng = last.node(ready), ranking_of(last.rules), Random(0)
    assert isinstance(chance, Chance)

    def better(state: State[Table]) -> int:
        return of.strength(hand_of(state, 0)) - of.strength(hand_of(state, 1))

    start = general.worlds(lambda: last.deal(ready, chance.draw.sample(rng)), better)

    def no_change(state: State[Table]) -> State[Table]:
        while state.public.phase is Phase.CHANGE:
            state = last.act(state, {state.public.turn: Change()})
        return state

    def all_of_them(_table: Table, actions: list[Any]) -> list[Any]:
        return actions

    return general.walk(last, start, 0, all_of_them, lambda table, seat: not table.open[seat], most, no_change, of)


_MOVES: Final = {Deed.LOOK, Deed.CHECK, Deed.CALL, Deed.BET, Deed.RAISE, Deed.FOLD}
"""Actions of the betting. The tree has no other moves."""


@explained
def path_of(view: View[Table]) -> tuple[str, ...]:
    """List the moves of the betting so far, by their names in the tree of `walk`.

    ``solver.moves(path_of(view))`` gives the next moves and their probabilities. In the tree, the dealer is seat 1. The tree must
    have been made for the chips that the players had when the deal began. The function doesn't check this.

    The tree has no draw. If a player looked at the cards during the draw, ``look`` is listed at the player's next turn to bet.

    Args:
        view: what a seat, or a spectator, sees of a deal at a table of two.
    Returns:
        The texts of the moves since the deal, in order.
    Raises:
        RulesError: if ``view`` isn't a view of Brag Poker.
        PrialError: if there are more than two players, or the players are changing cards.
    """
    table = general.table_of(view, Table)
    if len(table.chips) != 2:
        raise PrialError(refuse("solve.table_of_two", players=len(table.chips)))
    if table.phase in (Phase.CHANGE, Phase.DRAW):
        raise PrialError(refuse("solve.draw"))
    deeds = [(each.seat, str(Deed.RAISE if each.what is Deed.BET else each.what)) for each in table.did if each.what in _MOVES]
    return general.at_own_turns(deeds, table.turn, Deed.LOOK)


def held(of: Ranking) -> Hands:
    """Weight all hands so that each strength is as likely as after the draw.

    Both players are assumed to change their cards as well as possible. Their hands are assumed to have no card in common.
    """
    hands = classes(of)
    after = count(of).field.held
    dealt = np.bincount(hands.strengths, hands.sizes, len(after))
    dealt = dealt / dealt.sum()
    return hands.held((after / np.maximum(dealt, 1e-12))[hands.strengths])
