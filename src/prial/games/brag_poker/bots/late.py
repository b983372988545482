"""The second round of two, solved: how often to bet, call and raise with each hand, so that no bet wins more than it is worth.

A bot that believes the other's bets is milked by whoever stands pat and bets with anything. Here nothing is read from bets. What
the two may hold after the draw follows from the numbers of cards that they have changed, and who changed none may hold
anything, half of the time. With that the round is solved by CFR+ (Tammelin 2014) over bands of hands. In units of a bet it is
the same round for all blinds, and what was solved is remembered.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from prial.games.brag_poker.bots.draws import Floats, Ints, field
from prial.games.brag_poker.state import Deed, Table
from prial.ranks.brag import Ranking

_EDGES: Final = (*(number / 24 for number in range(1, 21)), 0.86, 0.885, 0.91, 0.93, 0.95, 0.965, 0.98, 0.99)
"""Where bands of strengths part, as places among what is held after a draw; finer among the good ones."""
BANDS: Final = len(_EDGES) + 1
RAISES: Final = 3
"""Bets and raises of the round at most that are looked at."""
_ITERATIONS: Final = 60
_ANYTHING: Final = 0.5
"""How often the other is taken to hold anything that changed no card: it costs nothing to stand pat and bet."""
_SELDOM: Final = 0.03
"""Moves that are made more rarely with a hand aren't made: they are what is left of the first iterations."""
_POTS: Final = 8
"""Parts of a bet to which pots are rounded."""

_LETTERS: Final = {Deed.CHECK: "k", Deed.BET: "b", Deed.RAISE: "r", Deed.CALL: "c", Deed.FOLD: "f"}


class Shares(NamedTuple):
    """What is done at a turn, by band; together 1."""

    passes: Floats
    """Checks, or folds where something is owed."""
    calls: Floats
    raises: Floats
    """Bets or raises."""


@lru_cache(8)
def bands(of: Ranking) -> Ints:
    """By strength, its band, shape (size + 1,)."""
    held = field(of).held
    return np.searchsorted(_EDGES, np.cumsum(held) - held / 2, "right").astype(np.int64)


@lru_cache(32)
def held(of: Ranking, changed: int | None, *, believed: bool) -> Floats:
    """How likely each band is held after the draw.

    Args:
        of: the ranking.
        changed: how many cards were changed; None where that says nothing, since their owner hasn't looked.
        believed: whether a player who changed none has nothing to change.
    """
    known = field(of)
    strengths = known.held if changed is None else known.after[changed]
    if changed == 0 and not believed:
        strengths = (1 - _ANYTHING) * strengths + _ANYTHING * known.after[len(known.after) - 1]
    return np.bincount(bands(of), strengths, BANDS).astype(np.float64)


class _Node:
    """A turn while the round is solved."""

    def __init__(self, path: str, put_in: tuple[int, int], raises: int, most: int) -> None:
        self.player = len(path) % 2
        self.path, self.put_in = path, put_in
        owes = put_in[1 - self.player] > put_in[self.player]
        moves = ["f", "c"] if owes else ["k"]
        self.next: dict[str, _Node | tuple[str, int]] = {}
        for move in moves + (["r" if owes else "b"] if raises < most else []):
            self.next[move] = self._after(move, raises, most)
        self.regrets = np.zeros((len(self.next), BANDS))
        self.totals = np.zeros((len(self.next), BANDS))
        self.shares = np.full((len(self.next), BANDS), 1 / len(self.next))

    def _after(self, move: str, raises: int, most: int) -> "_Node | tuple[str, int]":
        path, least = self.path + move, min(self.put_in)
        if move == "f":
            return "fold", least
        if move == "c" or path == "kk":
            return "show", max(self.put_in)
        own = max(self.put_in) + (move != "k")
        put_in = (own, self.put_in[1]) if self.player == 0 else (self.put_in[0], own)
        return _Node(path, put_in, raises + (move != "k"), most)


_BETTER: Final = np.sign(np.arange(BANDS)[:, None] - np.arange(BANDS)[None, :]).astype(np.float64)
"""Whether the band of the row beats that of the column: 1, 0 or -1."""


@lru_cache(4096)
def _solved(pot: float, most: int, first: bytes, second: bytes) -> dict[str, Shares]:
    """What both do, by what was done before.

    Args:
        pot: what lies there, in bets.
        most: bets and raises at most.
        first: what the first may hold, as bytes.
        second: what the other may.
    """
    held = (np.frombuffer(first), np.frombuffer(second))
    root = _Node("", (0, 0), 0, most)

    def go(node: "_Node | tuple[str, int]", mover: int, player: int, mine: Floats, theirs: Floats, weight: float) -> Floats:
        """What each band of a player wins from here on, in bets; and the player learns."""
        if isinstance(node, tuple):
            how, bets = node
            stake = pot / 2 + bets
            if how == "fold":  # the last to move has folded
                return np.full(BANDS, (stake if mover != player else -stake) * theirs.sum())
            shown: Floats = stake * (_BETTER @ theirs)
            return shown
        shares = node.shares
        if node.player != player:
            after = [
                go(each, node.player, player, mine, theirs * share, weight)
                for each, share in zip(node.next.values(), shares, strict=True)
            ]
            together: Floats = np.sum(after, axis=0)
            return together
        worths = np.array(
            [
                go(each, node.player, player, mine * share, theirs, weight)
                for each, share in zip(node.next.values(), shares, strict=True)
            ]
        )
        won: Floats = (shares * worths).sum(axis=0)
        np.maximum(node.regrets + worths - won, 0, out=node.regrets)
        node.totals += weight * mine * shares
        whole = node.regrets.sum(axis=0)
        node.shares = np.where(whole > 0, node.regrets / np.maximum(whole, 1e-300), 1 / len(shares))
        return won

    for iteration in range(_ITERATIONS):
        for player in (0, 1):
            go(root, -1, player, np.ones(BANDS), held[1 - player], max(0, iteration - _ITERATIONS // 6) ** 2)
    found: dict[str, Shares] = {}

    def keep(node: "_Node | tuple[str, int]") -> None:
        if isinstance(node, tuple):
            return
        whole = node.totals.sum(axis=0)
        shares = np.where(whole > 0, node.totals / np.maximum(whole, 1e-300), node.shares)
        shares = np.where(shares < _SELDOM, 0, shares)
        by_move = dict(zip(node.next, shares / shares.sum(axis=0), strict=True))
        nothing = np.zeros(BANDS)
        raises = by_move.get("b", by_move.get("r", nothing))
        found[node.path] = Shares(by_move.get("k", by_move.get("f", nothing)), by_move.get("c", nothing), raises)
        for each in node.next.values():
            keep(each)

    keep(root)
    return found


def plays(of: Ranking, table: Table, seat: int, strength: int) -> tuple[float, float, float] | None:
    """How often a hand passes, calls and raises in the second round of two.

    Args:
        of: the ranking.
        table: what everybody sees; it is the seat's turn.
        seat: whose.
        strength: of its hand.
    Returns:
        The three shares; None where there was more betting than is looked at.
    """
    (other,) = [each for each in table.still if each != seat]
    did = [deed for deed in table.did if deed.round == 2 and deed.what in _LETTERS]
    if any(deed.seat not in table.still for deed in did):
        return None  # another one was in the round, too
    path, step = "".join([_LETTERS[deed.what] for deed in did]), table.betting.step
    own, their = [held(of, table.changed[each] if table.open[each] else None, believed=each == seat) for each in (seat, other)]
    put_in = [sum([deed.chips for deed in did if deed.seat == each]) for each in (seat, other)]
    purses = [table.chips[each] + chips for each, chips in zip((seat, other), put_in, strict=True)]
    most = min(RAISES, max(1, min(purses) // step))
    pot = round((sum(table.put_in) - sum(put_in)) / step * _POTS) / _POTS
    ranges = (own, their) if len(path) % 2 == 0 else (their, own)
    turn = _solved(pot, most, ranges[0].tobytes(), ranges[1].tobytes()).get(path)
    if turn is None:
        return None
    band = bands(of)[strength]
    return float(turn.passes[band]), float(turn.calls[band]), float(turn.raises[band])
