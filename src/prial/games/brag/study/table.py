"""The table that a bot bets by where two are left (`prial.games.brag.bots.heads_up`): many small games, solved.

The games are heads-up ones of the real rules, walked through the game itself: with two and with more antes in the pot, with
short and with deep stacks, with and without blind play, with double and with single see. In each a player may fold, look, see,
bet the least, double that, or the least and the pot; and when one has bet twice, see or fold, or bet the least against one who
can't be seen.
"""

import functools
import io
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

import numpy as np

from prial.betting.pots import total
from prial.games.brag import KIND, BragGame
from prial.games.brag.actions import Bet, Word
from prial.games.brag.bots.heads_up import ANTES, BANDS, FILE, LEAST, LOOK, MORE, POT, PURSES, ROOTS, Mix, Spot, band
from prial.games.brag.state import Table
from prial.games.brag.study.walk import walk
from prial.study.chunks import Counting
from prial.study.solve.cfr import Solver, reached
from prial.study.solve.hands import Floats, Hands, Ints, classes
from prial.study.solve.tree import Turn
from prial.study.tables import Progress, Tables

ITERATIONS: Final = 300
STEPS: Final = 15
"""Shares are kept as so many parts; less than half of one is nothing."""
_OFTEN: Final = 2
"""Bets of one of the two after which both see, fold, or bet the least where they can't see."""
_RARE: Final = 1e-3
"""Hands that are played to a turn more rarely than that do there what the nearest ones do that are."""
_SHORT: Final = 3
"""The longest line that is kept of games which are looked up by the last bet only."""
_WORDS: Final = {"fold": "", "see": "", "look": LOOK}


def considered(table: Table, actions: list[Any]) -> list[Any]:
    """Fold, look, see, the least bet, double that, and the pot more; once one has bet often, no bet where one can see."""
    bets = [action.chips for action in actions if isinstance(action, Bet)]
    often = any(sum(deed.seat == seat and deed.what == "bet" for deed in table.did) >= _OFTEN for seat in table.betting)
    least = min(bets, default=0)
    kept = {least, least + least, least + total(table.pots)} if not often else set() if Word.SEE in actions else {least}
    return [action for action in actions if not isinstance(action, Bet) or action.chips in kept]


def letters(turn: Turn) -> list[str]:
    """What each move of a turn adds to a line."""
    bets = sorted(int(name.removeprefix("bet ")) for name, _ in turn.moves if name not in _WORDS)
    names = {f"bet {chips}": LEAST if chips == bets[0] else MORE if chips == 2 * bets[0] else POT for chips in bets}
    return [_WORDS.get(name) or names.get(name, "") for name, _ in turn.moves]


def game_of(spot: Spot) -> BragGame:
    """The table of a solved game."""
    # Less than two antes of a bet each are two smaller ones
    players, unit = (2, 2 * spot.least) if spot.antes < 2 else (int(spot.antes), spot.least)
    given = {
        "players": players,
        "ante": int(spot.antes * unit) // players,
        "min_bet": unit,
        "purse": spot.purse * unit,
        "see_cost": "single" if spot.single else "double",
        "blind": "allowed" if spot.blind else "off",
        "kept_blind": "off",
        "max_bet": 0,
        "max_raise": 0,
    }
    game = KIND.make({name: str(value) for name, value in given.items()})
    assert isinstance(game, BragGame)
    return game


def solved(spot: Spot, hands: Hands, group: Ints, iterations: int = ITERATIONS) -> Iterator[tuple[Spot, Turn, Floats]]:
    """Solve one game.

    Args:
        spot: which; its line is not looked at.
        hands: classes of hands.
        group: the band of each.
        iterations: of CFR+.
    Returns:
        For each turn where it is looked up, what may be done, and how likely each move of a `Mix` is, shape (bands, moves).
    """
    solver = Solver(hands, walk(game_of(spot), considered), group)
    for _ in range(iterations):
        solver.step()
    first = np.unique(group, return_index=True)[1]
    strategies = [strategy[:, first] for strategy in solver.average()]
    reach = [reached(side, strategy) for side, strategy in zip(solver.tree.sides, strategies, strict=True)]
    lines: dict[tuple[str, ...], str] = {(): ""}
    before: dict[tuple[str, ...], tuple[int, int]] = {(): (0, 0)}
    for path, turn in sorted(solver.tree.turn.items(), key=lambda each: len(each[0])):
        edges, own = solver.tree.edge[path], turn.seat
        mixes = np.zeros((len(first), len(Mix._fields)))
        for (name, _), letter, edge in zip(turn.moves, letters(turn), edges, strict=True):
            field = {"": name, LOOK: "look", LEAST: "least", MORE: "more", POT: "pot"}[letter]
            mixes[:, Mix._fields.index(field)] = strategies[own][edge]
            lines[*path, name] = lines[path] + letter
            before[*path, name] = (edge, before[path][1]) if own == 0 else (before[path][0], edge)
        common = np.flatnonzero(reach[own][before[path][own]] >= _RARE)
        if len(common):
            mixes = mixes[common[np.abs(np.arange(len(first))[:, None] - common).argmin(axis=1)]]
        yield spot._replace(line=lines[path]), turn, mixes


def solve(progress: Callable[[int, int], None] = lambda _done, _total: None) -> bytes:
    """The file that is shipped. The same each time, but for the last digits of matrix products on another machine.

    Args:
        progress: told how many games of how many are solved.
    """
    hands = classes()
    group = np.array([band(place) for place in hands.places.tolist()], np.int64)
    assert int(group.max()) == len(BANDS)
    seen: dict[str, Floats] = {}
    unseen: dict[str, Floats] = {}
    games = [
        Spot(single, blind, least, antes, purse, "")
        for single, blind, least in product((False, True), (False, True), (1, 4))
        for antes, purse in product(ANTES if least == 1 else ROOTS, PURSES)
    ]
    for done, game in enumerate(games):
        progress(done, len(games))
        for spot, turn, mixes in solved(game, hands, group):
            if game.least == 1 or len(spot.line) <= _SHORT:
                (unseen if turn.blind else seen)[spot.key] = mixes
    file = io.BytesIO()
    np.savez_compressed(
        file,
        keys=np.array([*seen, *unseen], "S"),
        open=_parts(np.array([mixes[:, :-1] for mixes in seen.values()])),
        blind=_parts(np.array([mixes[0] for mixes in unseen.values()])),
    )
    return file.getvalue()


def _parts(shares: Floats) -> Any:
    """Shares as small numbers; what is too small for one is left out."""
    return np.round(STEPS * shares).astype(np.uint8)


def make(*, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:  # noqa: ARG001  # as Make has it
    """The one file that is shipped, as `prial.study.tables.Make` says; games are solved, which takes no deals and no seed."""
    yield FILE, solve(functools.partial(progress, FILE))


TABLES: Final = Tables("prial.games.brag.bots", make)
