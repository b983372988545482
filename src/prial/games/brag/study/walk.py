"""The public tree of Brag's heads-up betting, walked through the game itself (`prial.study.solve.walk`).

At a table of more than two all but the last two have folded at once, and their antes lie in the pot. Seat 1 of the tree is
the dealer, so seat 0 bets first. It is the last deal of its game, in which a blind player who is left alone wins the pot: where
a pot is carried instead, it counts as won. A player looks at the cards at an own turn, not while the other decides.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from prial.betting.amounts import in_open_units
from prial.core.game import Chance, State
from prial.errors import PrialError, add_sentences, refuse
from prial.games.brag import dealing
from prial.games.brag.actions import Ask, Bet, Word
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of, worth
from prial.games.brag.offer import is_blind
from prial.games.brag.settings import BottomCard, Rebuy
from prial.games.brag.state import Table
from prial.study.solve import walk as general
from prial.study.solve.tree import Node

add_sentences(
    "en",
    {
        "solve.cards": "Betting is solved with hands of three cards; these rules deal {cards}.",
        "solve.bottom": "Betting can't be solved where the bottom card shows: each card that may lie there is a game of its own.",
        "solve.purse": "There is no betting to solve: with {chips} chips each, the ante of {ante} is all that anybody has.",
    },
)


def walk(game: BragGame, bets: Sequence[int] | general.Considered | None = None, most: int = general.TURNS) -> Node:
    """The betting of one deal.

    Args:
        game: a table, three cards each; its length is not looked at.
        bets: the bets that are considered, in open units (a blind player pays half); the least that is allowed and the last
            chips are always among them. None for all that the rules allow. Or which of a table's actions are considered.
        most: turns at most.
    Returns:
        The tree. What seat 0 wins is half of what it wins more than seat 1, which leaves antes of those who folded out.
    Raises:
        PrialError: rules under which one deal is not this kind of game, or more turns than that.
    """
    if game.rules.cards != 3:
        raise PrialError(refuse("solve.cards", cards=game.rules.cards))
    last, start = worlds_of(game)
    sizes = bets if callable(bets) else _sizes(bets)

    def considered(table: Table, actions: list[Any]) -> list[Any]:
        # Of who has folded nobody decides anything
        return sizes(table, [each for each in actions if not (isinstance(each, Ask) and each.seat in table.folded)])

    return general.walk(last, start, game.seats - 2, considered, is_blind, most)


def worlds_of(game: BragGame) -> tuple[BragGame, general.Worlds]:
    """The last deal of a game, and where its betting begins.

    Args:
        game: as for `walk`, but with three to five cards each.
    Raises:
        PrialError: rules under which one deal is not this kind of game.
    """
    rules = game.rules
    if rules.bottom_card is BottomCard.SHOWN:
        raise PrialError(refuse("solve.bottom"))
    if rules.purse <= rules.ante:
        raise PrialError(refuse("solve.purse", chips=rules.purse, ante=rules.ante))
    last = BragGame(replace(rules, length=1, rebuy=Rebuy.BETWEEN_DEALS, least_purse=0, most_purse=0), game.pack)
    return last, _deal(last)


def _sizes(bets: Sequence[int] | None) -> general.Considered:
    """Bets of these sizes are considered, and the least and the last chips."""

    def considered(table: Table, actions: list[Any]) -> list[Any]:
        if bets is None:
            return actions
        blind = is_blind(table, table.turn)
        sizes = [action.chips for action in actions if isinstance(action, Bet)]
        kept = {min(sizes, default=0), table.chips[table.turn]}
        kept.update(chips for chips in sizes if in_open_units(chips, blind=blind) in bets)
        return [action for action in actions if not isinstance(action, Bet) or action.chips in kept]

    return considered


def _deal(game: BragGame) -> general.Worlds:
    """The table after a deal in which the first of the last two has the better hand, the worse one, and an equal one."""
    first = game.seats - 2
    ready = dealing.begin(game.rules, game.start(), game.seats - 1)
    chance = game.node(ready)
    assert isinstance(chance, Chance)
    ranks, rng = ranking_of(game.rules), Random(0)

    def better(state: State[Table]) -> int:
        hands = [tuple([state.piles[pile][0] for pile in hands[0]]) for hands in state.public.hands[first:]]
        mine, other = [worth(ranks, *best_three(ranks, hand)) for hand in hands]
        return (mine > other) - (mine < other)

    found = general.worlds(lambda: game.deal(ready, chance.draw.sample(rng)), better)
    for seat in range(first):
        one, two, three = [game.act(state, {seat: Word.FOLD}) for state in found]
        found = (one, two, three)
    return found
