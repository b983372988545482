"""Solves the second round of betting if only two players haven't folded.

The two players' hands are estimated only from the numbers of cards that they changed, and not from bets. Otherwise, a player who
changes no card and bets with any hand would win against the bot.

The round is solved by CFR+ (Tammelin 2014) for bands of hands, which are groups of hands of similar strength. Chips are counted
in bets, so a solution fits blinds of any size.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from prial.games.brag_poker.bots.draws import Floats, Ints, field
from prial.games.brag_poker.state import Deed, Table
from prial.ranks.brag import Ranking

_EDGES: Final = (*(number / 24 for number in range(1, 21)), 0.86, 0.885, 0.91, 0.93, 0.95, 0.965, 0.98, 0.99)
"""Borders between bands of strengths. At the border 0.86, for example, 86 of 100 hands after the draw are worse."""
BANDS: Final = len(_EDGES) + 1
RAISES: Final = 3
"""The greatest number of bets and raises that a solution of the round covers."""
_ITERATIONS: Final = 60
# A player who bluffs by changing no card pays nothing for it
_ANYTHING: Final = 0.5
"""Assumed probability that a player who changes no card is bluffing and may hold any hand."""
_SELDOM: Final = 0.03
"""Moves with a lower probability are left out, because they come only from early iterations."""
_POTS: Final = 8
"""Pots are rounded to one eighth (1 / this number) of a bet."""

_LETTERS: Final = {Deed.CHECK: "k", Deed.BET: "b", Deed.RAISE: "r", Deed.CALL: "c", Deed.FOLD: "f"}


class Shares(NamedTuple):
    """Probabilities of the moves at a turn, for each band (group of similar hands). For each band, their sum is 1."""

    passes: Floats
    """Probability of checking or, if the player owes chips, of folding; shape (bands,)."""
    calls: Floats
    """Probability of calling; shape (bands,)."""
    raises: Floats
    """Probability of betting or raising; shape (bands,)."""


@lru_cache(8)
def bands(of: Ranking) -> Ints:
    """The index of each strength's band (group of similar hands), from 0 for the weakest; shape (size of the ranking + 1,)."""
    held = field(of).held
    return np.searchsorted(_EDGES, np.cumsum(held) - held / 2, "right").astype(np.int64)


@lru_cache(32)
def held(of: Ranking, changed: int | None, *, believed: bool) -> Floats:
    """Estimate the probability that a player's hand is in each band after the draw; shape (bands,).

    A band is a group of similar hands.

    Args:
        of: the ranking of hands.
        changed: number of cards that the player changed; None for a player who hasn't looked.
        believed: used only if ``changed`` is 0. If True, the player is assumed to hold a hand with which it is best to change no
            card. If False, the player is assumed to bluff with probability 0.5. A player who bluffs may hold any hand.
    """
    known = field(of)
    strengths = known.held if changed is None else known.after[changed]
    if changed == 0 and not believed:
        strengths = (1 - _ANYTHING) * strengths + _ANYTHING * known.after[len(known.after) - 1]
    return np.bincount(bands(of), strengths, BANDS).astype(np.float64)


class _Node:
    """A turn of the round that is solved, with the regrets and the strategy of the player who acts."""

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
"""For each pair of bands: 1 if the row's band is better, 0 if equal, −1 if worse."""


@lru_cache(4096)
def _solved(pot: float, most: int, first: bytes, second: bytes) -> dict[str, Shares]:
    """Work out the strategy after each sequence of moves in the round.

    ``pot`` is counted in bets. ``first`` and ``second`` are results of `held`, as bytes.
    """
    held = (np.frombuffer(first), np.frombuffer(second))
    root = _Node("", (0, 0), 0, most)

    def go(node: "_Node | tuple[str, int]", mover: int, player: int, mine: Floats, theirs: Floats, weight: float) -> Floats:
        """Update the regrets, and return what a turn is worth to ``player``, in bets: one number for each band."""
        if isinstance(node, tuple):
            how, bets = node
            stake = pot / 2 + bets
            if how == "fold":  # the player who moved last has folded
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


def is_short(table: Table) -> bool:
    """Whether a player who hasn't folded began the second round with fewer chips than a bet costs."""
    return min(_purses(table, table.still)) < table.betting.step


def _purses(table: Table, seats: Sequence[int]) -> list[int]:
    """The chips with which each of ``seats`` began the second round."""
    bets = [sum(deed.chips for deed in table.did if deed.round == 2 and deed.seat == seat) for seat in seats]
    return [table.chips[seat] + chips for seat, chips in zip(seats, bets, strict=True)]


def plays(of: Ranking, table: Table, seat: int, strength: int) -> tuple[float, float, float] | None:
    """Look up the probabilities with which a seat should take each action in the second round, if two players are left.

    Args:
        of: the ranking of hands.
        table: the public part of the state.
        seat: the seat whose turn it is.
        strength: the strength of the seat's hand.
    Returns:
        The probabilities of checking or folding, of calling, and of betting or raising. The result is None if a third player has
        acted in the round, or the round has had more bets and raises than a solution covers.
    """
    (other,) = [each for each in table.still if each != seat]
    did = [deed for deed in table.did if deed.round == 2 and deed.what in _LETTERS]
    if any(deed.seat not in table.still for deed in did):
        return None  # a third player acted in this round
    path = "".join([_LETTERS[deed.what] for deed in did])
    # At a table of two, the bot knows that it isn't bluffing. At larger tables, its own range includes bluffs that others expect
    own, their = [
        held(of, table.changed[each] if table.open[each] else None, believed=each == seat and len(table.playing) == 2)
        for each in (seat, other)
    ]
    purses = _purses(table, (seat, other))
    put_in = sum(purses) - table.chips[seat] - table.chips[other]
    step = max(1, min(table.betting.step, *purses))  # a player with fewer chips than a bet bets them all
    most = min(RAISES, max(1, min(purses) // step))
    pot = round((sum(table.put_in) - put_in) / step * _POTS) / _POTS
    ranges = (own, their) if len(path) % 2 == 0 else (their, own)
    turn = _solved(pot, most, ranges[0].tobytes(), ranges[1].tobytes()).get(path)
    if turn is None:
        return None
    band = bands(of)[strength]
    return float(turn.passes[band]), float(turn.calls[band]), float(turn.raises[band])
