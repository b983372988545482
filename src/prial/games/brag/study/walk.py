"""Builds the tree of all betting between two players of Brag by playing the game itself (`prial.study.solve.walk`).

Seat 1 of the tree is the dealer, and seat 0 bets first. At a table of more than two players, all other players fold at their
first turn, and leave their antes in the pot. The deal is the last one of its game, so no pot is carried. Players may look at
their cards only at their own turn.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from prial.arguments import explained
from prial.betting.amounts import in_open_units
from prial.core.game import Chance, State, View
from prial.errors import PrialError, add_sentences, listed, refuse
from prial.games.brag import dealing
from prial.games.brag.actions import Ask, Bet, Word
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of, worth
from prial.games.brag.offer import is_blind
from prial.games.brag.settings import BottomCard, Rebuy
from prial.games.brag.state import Deed, Phase, Table
from prial.study.solve import walk as general
from prial.study.solve.tree import Node

add_sentences(
    "en",
    {
        "solve.cards": "Betting is solved with hands of three cards; these rules deal {cards}.",
        "solve.two": "A solution can be looked up only if all players except the dealer and the last one before the dealer have "
        "folded, and have done nothing else in this deal but look. That isn't true of {seats}.",
        "solve.lent": "A solution can't be looked up once a player has borrowed or asked for a loan: the table doesn't list all "
        "the moves of a loan.",
        "solve.bottom": "Betting can't be solved where the bottom card shows: each possible bottom card would make a separate "
        "game.",
        "solve.purse": "There is no betting to solve: with {chips} chips each, the ante of {ante} is all that anybody has.",
    },
)


_LOANS: Final = frozenset({Deed.BORROW, Deed.ASK, Deed.ASK_TO_SEE, Deed.LEND, Deed.DECLINE, Deed.SHOW})
"""Actions of a loan. The tree can't follow a deal with a loan, because `Table.did` doesn't list all moves of loans."""


def walk(game: BragGame, bets: Sequence[int] | general.Considered | None = None, most: int = general.TURNS) -> Node:
    """Build the tree of the betting of one deal.

    Args:
        game: the game. Each player has three cards. The number of deals doesn't matter.
        bets: the bets to consider, as one of these:

            * None: all bets
            * a list: the listed bets in chips, the least bet, and the bet of all chips. A blind player pays half of a listed bet.
            * a function of the public `Table <prial.games.brag.Table>` and the list of allowed actions. It returns the actions to
              consider, at least one.
        most: the greatest number of turns allowed.
    Returns:
        The tree. At each end, seat 0 wins ``(gain of seat 0 − gain of seat 1) / 2`` chips. The antes of players who folded don't
        count.
    Raises:
        PrialError: in one of these cases:

            * hands don't have three cards
            * the rules show the bottom card of the pack
            * the ante takes a player's whole purse
            * the tree has more than ``most`` turns
    """
    if game.rules.cards != 3:
        raise PrialError(refuse("solve.cards", cards=game.rules.cards))
    last, start = worlds_of(game)
    sizes = bets if callable(bets) else _sizes(bets)

    def considered(table: Table, actions: list[Any]) -> list[Any]:
        # A player who has folded isn't asked to lend: that would be a decision of a third player
        return sizes(table, [each for each in actions if not (isinstance(each, Ask) and each.seat in table.folded)])

    return general.walk(last, start, game.seats - 2, considered, is_blind, most, ranking=ranking_of(last.rules))


@explained
def path_of(view: View[Table]) -> tuple[str, ...]:
    """The moves of the betting so far, as the tree of `walk` names them.

    ``solver.moves(path_of(view))`` gives the solution's probability of each move of the seat that decides. Seat 1 of the tree is
    the dealer. Seat 0 is the last player before the dealer. The seats' chips aren't checked.

    In the tree, players look only at their own turns. If a player looked out of turn, the look isn't listed until the player's
    next turn.

    Args:
        view: what a seat, or a spectator, sees of a deal.
    Returns:
        The two players' moves since the deal as texts, in order.
    Raises:
        RulesError: if ``view`` isn't a view of a game of Brag.
        PrialError: in one of these cases:

            * a player without a seat in the tree hasn't folded
            * a player without a seat in the tree has done more in the deal than look and fold
            * a player has asked for a loan or borrowed chips in the deal
    """
    table = general.table_of(view, Table)
    others = table.playing[:-2]
    if left := [
        seat
        for seat in others
        if [deed.what for deed in table.did if deed.seat == seat and deed.what is not Deed.LOOK] != [Deed.FOLD]
    ]:
        raise PrialError(refuse("solve.two", seats=listed([f"seat {seat}" for seat in left])))
    if table.phase is Phase.LEND or not _LOANS.isdisjoint(deed.what for deed in table.did):
        raise PrialError(refuse("solve.lent"))
    deeds = [
        (deed.seat, f"bet {deed.chips}" if deed.what is Deed.BET else deed.what.value)
        for deed in table.did
        if deed.seat not in others
    ]
    return general.at_own_turns(deeds, table.turn, Deed.LOOK)


def worlds_of(game: BragGame) -> tuple[BragGame, general.Worlds]:
    """Reduce a game to one deal, and find the states in which the betting of this deal begins.

    Args:
        game: the game. Each player gets three, four or five cards.
    Returns:
        The game of one deal, and three states. The hand of the tree's seat 0 is better than seat 1's hand in the first state,
        worse in the second, and equal in the third. If equal hands are never dealt, the third state is the same as the second.
    Raises:
        PrialError: if the rules show the bottom card of the pack, or if the ante takes a player's whole purse.
    """
    rules = game.rules
    if rules.bottom_card is BottomCard.SHOWN:
        raise PrialError(refuse("solve.bottom"))
    if rules.purse <= rules.ante:
        raise PrialError(refuse("solve.purse", chips=rules.purse, ante=rules.ante))
    last = BragGame(replace(rules, length=1, rebuy=Rebuy.BETWEEN_DEALS, least_purse=0, most_purse=0), game.pack)
    return last, _deal(last)


def _sizes(bets: Sequence[int] | None) -> general.Considered:
    """Make a function that keeps only the bets that the tree considers.

    ``bets`` are in chips that an open player pays.
    """

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
    """Three states after a deal: seat 0 has the better, the worse, or an equal hand."""
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
