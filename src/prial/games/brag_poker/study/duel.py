"""Solves a whole deal of Brag Poker for two players. At a table of two, the strongest bot plays by the solution.

Both rounds and the draw are solved together by CFR+ (Tammelin 2014). Before the draw, hands are grouped by two numbers: the
number of cards that the best change discards, and the probability of winning after this change. After the draw, hands are grouped
by strength.

The game is simplified. A round has at most three bets and raises, the blinds are 1 chip and 2 chips, and nobody runs out of
chips. At the draw, both players look, and make the best change or none. The solution ignores that the two players can't hold the
same card.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from prial.betting.amounts import half
from prial.core.game import put
from prial.games.brag_poker.bots.draws import HAND, Floats
from prial.games.brag_poker.bots.duel import BUCKETS
from prial.games.brag_poker.bots.late import BANDS, RAISES, bands
from prial.games.brag_poker.study.groups import grouped
from prial.ranks.brag import Ranking, ranking

ITERATIONS: Final = 500
_BLINDS: Final = (2, 1)
"""Chips put in as blinds: the big blind by player 0, and the small blind by player 1, who deals."""
_STEPS: Final = (4, 8)
"""Chips that a bet or a raise adds, before and after the draw."""
_REACHED: Final = 0.002
"""A turn is left out if its player reaches it with this probability or less."""
_BETTER: Final = np.sign(np.arange(BANDS)[:, None] - np.arange(BANDS)[None, :]).astype(np.float64)


class _Node:
    """A player's turn to bet or to change cards: the possible moves, and what follows each move."""

    def __init__(self, path: str, player: int, moves: str, size: int, *, blind: bool = False) -> None:
        self.path, self.player, self.moves, self.blind = path, player, moves, blind
        self.after: list[Any] = []
        """The `_Node` or `_End` after each move; at the draw, after each number of changed cards, 0 to 3."""
        self.draws = moves == "dp"
        self.regrets, self.totals = np.zeros((2, len(moves), size))
        self.shares = np.full((len(moves), size), 1 / len(moves))


class _End(NamedTuple):
    """The end of a deal. ``folded`` is the player who has folded; None at a showdown."""

    paid: tuple[int, int]
    folded: int | None = None


class _Bets(NamedTuple):
    """The betting so far. Fields with two values have the value for player 0 first."""

    counts: tuple[int, int]
    """The chips that each player has bet, with every call at full price."""
    paid: tuple[int, int]
    """The chips that each player has paid; a player who hasn't looked pays half for a call."""
    blind: tuple[bool, bool]
    raises: int = 0

    def puts(self, player: int, step: int) -> "_Bets":
        """The betting after a player calls and raises by ``step`` chips. If ``step`` is 0, the player only calls."""
        owed = self.counts[1 - player] - self.counts[player]
        pays = (half(owed) if self.blind[player] else owed) + step
        counts, paid = put(self.counts, player, self.counts[1 - player] + step), put(self.paid, player, self.paid[player] + pays)
        return self._replace(counts=(counts[0], counts[1]), paid=(paid[0], paid[1]), raises=self.raises + bool(step))

    def looks(self, player: int) -> "_Bets":
        """The betting after a player has looked."""
        blind = put(self.blind, player, value=False)
        return self._replace(blind=(blind[0], blind[1]))


def _early(path: str, player: int, bets: _Bets) -> _Node:
    """Make the part of the tree that begins with a turn before the draw."""
    owes, blind = bets.counts[1 - player] > bets.counts[player], bets.blind[player]
    moves = ("l" if blind else "") + ("fc" if owes else "k") + ("r" if bets.raises < RAISES else "")
    node = _Node(path, player, moves, BUCKETS, blind=blind)
    for move in moves:
        after = path + move
        if move == "l":
            node.after.append(_early(after, player, bets.looks(player)))
        elif move == "f":
            node.after.append(_End(bets.paid, player))
        elif move == "r":
            node.after.append(_early(after, 1 - player, bets.puts(player, _STEPS[0])))
        elif move == "c" and not path.strip("l"):  # the big blind may still raise
            node.after.append(_early(after, 0, bets.puts(player, 0)))
        else:
            node.after.append(_draw(after + "|", 0, bets.puts(player, 0)))
    return node


def _draw(path: str, player: int, bets: _Bets) -> _Node:
    """Make the part of the tree that begins with a turn at the draw."""
    node = _Node(path, player, "dp", BUCKETS)
    for drawn in range(HAND + 1):
        after = f"{path}{drawn}"
        node.after.append(
            _draw(after, 1, bets) if player == 0 else _late(after + "|", "", bets._replace(blind=(False, False), raises=0))
        )
    return node


def _late(before: str, path: str, bets: _Bets) -> _Node:
    """Make the part of the tree that begins with a turn after the draw."""
    player = len(path) % 2
    owes = bets.counts[1 - player] > bets.counts[player]
    node = _Node(before + path, player, ("fc" if owes else "k") + (("r" if owes else "b") if bets.raises < RAISES else ""), BANDS)
    for move in node.moves:
        if move == "f":
            node.after.append(_End(bets.paid, player))
        elif move in "br":
            node.after.append(_late(before, path + move, bets.puts(player, _STEPS[1])))
        elif move == "k" and not path:
            node.after.append(_late(before, "k", bets))
        else:
            node.after.append(_End(bets.puts(player, 0).paid))
    return node


class Solver:
    """Solves both rounds of betting and the draw for two players.

    Args:
        of: the ranking of hands.
    """

    def __init__(self, of: Ranking) -> None:
        groups = grouped(of)
        group, counted, self.dealt = bands(of), groups.counted, groups.dealt
        self.drawn = np.zeros((HAND + 1, BUCKETS, BANDS))
        """Probabilities of what hands become at the draw, shape (changed cards, buckets, bands).

        ``drawn[n, b, k]`` is the probability that a hand in bucket b changes n cards and reaches band k. Each hand makes its best
        change. Buckets are groups of hands before the draw. Bands are groups of hands after the draw.
        """
        self.pat = np.zeros((BUCKETS, BANDS))
        for each, (at, share) in enumerate(zip(groups.number.tolist(), groups.share.tolist(), strict=True)):
            self.drawn[counted.changed[each], at] += share * np.bincount(group, counted.chosen[each], BANDS)
            self.pat[at, group[counted.hands.strengths[each]]] += share
        self.root = _early("", 1, _Bets(_BLINDS, _BLINDS, (True, True)))
        self.weight = self.weights = 0.0

    def run(self, iterations: int, watch: Callable[[int], None] = lambda _: None) -> None:
        """Run ``iterations`` iterations of CFR+. After each of them, ``watch`` is called with the number of iterations so far."""
        for number in range(iterations):
            self.weight = float(max(0, number - iterations // 6) ** 2)
            self.weights += self.weight
            for player in (0, 1):
                self._go(self.root, player, np.ones(BUCKETS), self.dealt)
            watch(number + 1)

    def _go(self, node: Any, player: int, mine: Floats, theirs: Floats) -> Floats:
        """Update the regrets of ``player`` at a node and at all later nodes.

        Returns each group's win in chips, weighted by ``theirs``.
        """
        # A win counts with the probability that the opponent's moves lead to it
        if isinstance(node, _End):
            own, other = node.paid[player], node.paid[1 - player]
            if node.folded is not None:
                return np.full(len(mine), (-own if node.folded == player else other) * theirs.sum())
            shown: Floats = (other - own) / 2 * theirs.sum() + (other + own) / 2 * (_BETTER @ theirs)
            return shown
        shares = node.shares
        if node.draws:
            return self._draw(node, player, mine, theirs)
        if node.player != player:
            after = [self._go(each, player, mine, theirs * share) for each, share in zip(node.after, shares, strict=True)]
            found: Floats = np.sum(after, axis=0)
            return found
        worths = np.array([self._go(each, player, mine * share, theirs) for each, share in zip(node.after, shares, strict=True)])
        return self._learn(node, worths, mine)

    def _draw(self, node: _Node, player: int, mine: Floats, theirs: Floats) -> Floats:
        best, pat = node.shares
        if node.player != player:
            found = np.zeros(len(mine))
            for drawn, after in enumerate(node.after):
                held = (theirs * best) @ self.drawn[drawn]
                held = held + (theirs * pat) @ self.pat if not drawn else held
                found += self._go(after, player, mine, held)
            return found
        worths = np.zeros((2, BUCKETS))
        for drawn, after in enumerate(node.after):
            # Later turns are weighted by the probability of reaching them
            come = (mine * best * self.dealt) @ self.drawn[drawn]
            come = come + (mine * pat * self.dealt) @ self.pat if not drawn else come
            worth = self._go(after, player, come, theirs)
            worths[0] += self.drawn[drawn] @ worth
            if not drawn:
                worths[1] = self.pat @ worth
        return self._learn(node, worths, mine)

    def _learn(self, node: _Node, worths: Floats, mine: Floats) -> Floats:
        won: Floats = (node.shares * worths).sum(axis=0)
        gained = worths - won
        if node.blind:  # one move for all hands, so their regrets are added up
            gained = np.broadcast_to((gained * self.dealt).sum(axis=1, keepdims=True), gained.shape)
        np.maximum(node.regrets + gained, 0, out=node.regrets)
        node.totals += self.weight * mine * node.shares
        whole = node.regrets.sum(axis=0)
        node.shares = np.where(whole > 0, node.regrets / np.maximum(whole, 1e-300), 1 / len(node.moves))
        return won

    def strategy(self) -> dict[str, tuple[str, Floats]]:
        """Return the solution: for each turn, its moves and their probabilities, shape (moves, groups of hands).

        The key of a turn is its path: one letter or digit for each move before the turn, and ``|`` before and after the draw.
        A turn is left out if a player who follows the solution hardly ever reaches it.
        """
        found: dict[str, tuple[str, Floats]] = {}

        def keep(node: Any) -> None:
            if isinstance(node, _End):
                return
            whole = node.totals.sum(axis=0)
            come = (whole * self.dealt if len(whole) == BUCKETS else whole).sum() / self.weights
            if come > _REACHED:
                found[node.path] = node.moves, np.where(whole > 0, node.totals / np.maximum(whole, 1e-300), node.shares)
            for each in node.after:
                keep(each)

        keep(self.root)
        return found


def solve(
    iterations: int = ITERATIONS, of: Ranking | None = None, watch: Callable[[int], None] = lambda _: None
) -> dict[str, tuple[str, Floats]]:
    """Solve both rounds of betting and the draw for two players.

    Args:
        iterations: number of iterations.
        of: the ranking of hands; None for the default. Other rankings give nearly the same solution.
        watch: called with the number of iterations so far.
    Returns:
        The moves and their probabilities at each turn, as in `Solver.strategy`.
    """
    # Any ranking gives nearly the same solution, because hands are grouped by the share of hands that they beat
    solver = Solver(of or ranking())
    solver.run(iterations, watch)
    return solver.strategy()
