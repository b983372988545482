"""Which answers to a bot of Brag are looked at, and the table of two at which it is answered (`prial.study.solve.response`)."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from prial.betting.amounts import half
from prial.betting.pots import total
from prial.core.game import Chance, Seat, State
from prial.games.brag import BragGame, dealing
from prial.games.brag.actions import Bet, Word
from prial.games.brag.hands import ranking_of
from prial.games.brag.offer import is_blind
from prial.games.brag.state import Table
from prial.games.brag.study.walk import worlds_of
from prial.study.solve.response import Duel
from prial.study.solve.walk import Worlds

_OFTEN: Final = 4
"""Own bets after which the answer only sees or folds, or bets the least where it can't see."""
_RICH: Final = 2
"""Own bets of which many sizes are tried; later ones have two."""


def considered(table: Table, actions: list[Any]) -> list[Any]:
    """Fold, look, see, and bets of some sizes: the least, by half of the pot, the pot, three pots, all that is allowed."""
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
    """A table of two, one deal, at which a bot is answered.

    Args:
        game: a table of two with three cards each; one deal of it is looked at.
    Raises:
        PrialError: rules under which one deal isn't that kind of game.
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

    return Duel(last, ranking_of(last.rules), deal, seen_from, considered, is_blind, piles)
