"""Uses CFR (Zinkevich et al. 2007) to solve turns, draws and second rounds of the game for three players.

All second rounds that begin with the same number of players have the same tree. Many of them are solved together, as arrays.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.games.brag_poker.bots.duel import BUCKETS
from prial.games.brag_poker.bots.late import BANDS
from prial.games.brag_poker.bots.trio import CHANGES
from prial.games.brag_poker.study.trio.bets import Bets, second

Floats: TypeAlias = NDArray[np.float32]
"""An array of numbers in single precision."""

DRAWS: Final = len(CHANGES)
"""Number of moves at the draw."""
_TINY: Final = np.float32(1e-30)
"""A sum of regrets or of weights below this number counts as 0."""
_MISTAKES: Final = np.float32(0.04)
"""Probability of a random move at each turn.

Without random moves, nothing would be learnt about turns to which only bad moves lead.
"""
_LOOKS: Final = np.float32(0.5)
"""If a player may look, the player looks with at least this probability."""


class Turn:
    """The same turn in many deals, with strategies as arrays of shape (moves, deals, hands).

    Args:
        player: the player whose turn it is.
        moves: the possible moves, one letter for each move.
        deals: number of deals.
        hands: number of buckets or bands of hands.
        dealt: the probability of each hand, shape (hands,), if the player hasn't looked; None if the player has looked.
    """

    def __init__(self, player: int, moves: str, deals: int, hands: int, dealt: Floats | None = None) -> None:
        self.player, self.moves, self.dealt = player, moves, dealt
        self.after: list[Bets] = []
        """The state of the betting after each move; empty at the draw."""
        self.regrets, self.totals = np.zeros((2, len(moves), deals, hands), np.float32)
        self.strategy: Floats = np.full((len(moves), deals, hands), 1 / len(moves), np.float32)
        """The present strategy."""
        self.shares = self._with_mistakes()
        """Probabilities with which the moves are made: the present strategy, mixed with mistakes (`_MISTAKES`, `_LOOKS`)."""

    def learn(self, worths: Floats, reach: Floats, weight: float) -> Floats:
        """Add the regrets of one iteration and set the next strategy.

        Args:
            worths: the average win with each move and each hand; shape (moves, deals, hands). It is multiplied by the probability
                that the other players' moves lead to this turn.
            reach: probability that the player holds each hand and makes the moves that lead to this turn; shape (deals, hands).
            weight: the weight of the present strategy in `average`.
        Returns:
            The average win with each hand, by the `shares` from before this call; shape (deals, hands). It is multiplied by the
            same probability as ``worths``.
        """
        won = self.play(worths, reach)
        gained = worths - (self.strategy * worths).sum(axis=0)
        if self.dealt is not None:  # the hand isn't known: one move for all hands, so their regrets are added up
            gained = np.broadcast_to((gained * self.dealt).sum(axis=-1, keepdims=True), gained.shape)
        if weight:
            self.totals += weight * reach * self.strategy
        self.regrets = np.maximum(self.regrets + gained, 0)
        whole = self.regrets.sum(axis=0)
        self.strategy = np.where(whole > 0, self.regrets / np.maximum(whole, _TINY), np.float32(1 / len(self.moves)))
        self.shares = self._with_mistakes()
        return won

    def _with_mistakes(self) -> Floats:
        shares = (1 - _MISTAKES) * self.strategy + _MISTAKES / np.float32(len(self.moves))
        if "l" in self.moves:
            # Many people always look first, though a blind call is better
            shares *= 1 - _LOOKS
            shares[self.moves.index("l")] += _LOOKS
        return shares

    def play(self, worths: Floats, reach: Floats) -> Floats:
        """The average win if the moves have the probabilities `shares`. Arguments and result are as in `learn`."""
        del reach
        won: Floats = (self.shares * worths).sum(axis=0)
        return won

    def answer(self, worths: Floats, reach: Floats) -> Floats:
        """The average win with the best move. Arguments and result are as in `learn`."""
        del reach
        if self.dealt is None:
            return np.asarray(worths.max(axis=0))
        return np.asarray(worths[(worths * self.dealt).sum(axis=(1, 2)).argmax()])

    @property
    def average(self) -> Floats:
        """The average strategy, which is the solution; shape (moves, deals, hands)."""
        totals = self.totals
        if self.dealt is not None:  # one move for all hands, also for those that are never dealt
            totals = np.broadcast_to(totals.sum(axis=-1, keepdims=True), totals.shape)
        whole = totals.sum(axis=0)
        return np.where(whole > _TINY, totals / np.maximum(whole, _TINY), np.float32(1 / len(self.moves)))


Step: TypeAlias = Callable[[Turn, Floats, Floats], Floats]
"""A method of `Turn` that takes ``worths`` and ``reach``. It is called for every turn.

In each deal, the second round comes first, then the draw, then the first round. In a round, later turns come before earlier
turns.
"""


def grown(bets: Bets, deals: int, hands: int, dealt: Floats | None = None) -> Turn:
    """Make a `Turn` for the player who acts next in the betting ``bets``. The other arguments are those of `Turn`."""
    after = bets.after()
    turn = Turn(bets.queue[0], "".join(after), deals, hands, dealt)
    turn.after = [*after.values()]
    return turn


class Round:
    """Second rounds (after the draw) that are solved together. All of them begin with the same number of players.

    Args:
        players: number of players, 2 or 3.
        paid: chips that each player of the round has put in before the draw; shape (deals, players).
        others: chips of the players who folded before the draw; shape (deals,).
        most: the greatest number of bets and raises.
    """

    def __init__(self, players: int, paid: Sequence[Sequence[int]], others: Sequence[int], most: int) -> None:
        self.players, self.deals = players, len(paid)
        self.paid = np.array(paid, np.float32)
        self.others = np.array(others, np.float32)
        self.come = np.ones(self.deals, np.float32)
        """For each deal, the probability of the moves of the players who folded before the draw; shape (deals,)."""
        self.start = second(players, most)
        self.turns: dict[str, Turn] = {}
        self._grow(self.start)

    def _grow(self, bets: Bets) -> None:
        if not bets.ends:
            turn = self.turns[bets.path] = grown(bets, self.deals, BANDS)
            for each in turn.after:
                self._grow(each)

    def go(self, reaches: list[Floats], step: Step) -> list[Floats]:
        """Go through all rounds once.

        Args:
            reaches: an array for each player, of shape (deals, hands): the probability that the player holds each hand, and that
                the player's own moves lead to the round.
            step: what to do at each turn.
        Returns:
            An array for each player, of shape (deals, hands): the average win with each hand, times the probability that the
            other players' moves lead to the round.
        """
        return self._go(self.start, reaches, step)

    def _go(self, bets: Bets, reaches: list[Floats], step: Step) -> list[Floats]:
        if bets.ends:
            return self._end(bets, reaches)
        turn = self.turns[bets.path]
        mover, worths = turn.player, []
        found: list[Any] = [0.0] * self.players
        for share, after in zip(turn.shares, turn.after, strict=True):
            moved = [reach * share if player == mover else reach for player, reach in enumerate(reaches)]
            each = self._go(after, moved, step)
            worths.append(each[mover])
            found = [sum_ + more for sum_, more in zip(found, each, strict=True)]
        found[mover] = step(turn, np.stack(worths), reaches[mover])
        return found

    def _end(self, bets: Bets, reaches: list[Floats]) -> list[Floats]:
        paid = self.paid + np.array(bets.paid, np.float32)
        pot = paid.sum(axis=1) + self.others
        fell = self.come
        sums = [reach.sum(axis=1) for reach in reaches]
        beaten = {player: np.cumsum(reaches[player], axis=1) - reaches[player] / 2 for player in bets.still}
        found = []
        for player in range(self.players):
            come = prod([sums[other] for other in range(self.players) if other != player], start=fell)
            worth = np.repeat((-paid[:, player] * come)[:, None], BANDS, axis=1)
            if player in bets.still:
                wins = prod([sums[other] for other in range(self.players) if other not in bets.still], start=fell)
                won = np.repeat((pot * wins)[:, None], BANDS, axis=1)
                for other in bets.still:
                    won = won * beaten[other] if other != player else won
                worth += won
            found.append(worth)
        return found


class Draws:
    """Draws that are solved together, and the second rounds after them.

    The number of players who change cards is the same in all of these draws: two or three.
    """

    def __init__(self, lines: list[Bets], drawn: Floats) -> None:
        self.lines, self.drawn = lines, drawn
        self.players = len(lines[0].still)
        numbers = DRAWS**self.players
        paid = [[line.chips[player] for player in line.still] for line in lines for _ in range(numbers)]
        others = [sum(line.chips) - sum(line.chips[player] for player in line.still) for line in lines for _ in range(numbers)]
        self.turns = [Turn(player, CHANGES, len(lines) * DRAWS**player, BUCKETS) for player in range(self.players)]
        self.round = Round(self.players, paid, others, lines[0].most)

    def go(self, reaches: list[Floats], step: Step) -> list[Floats]:
        """Go through all draws and second rounds once.

        A line is one course of the first round. A bucket is a group of hands before the draw.

        Args:
            reaches: an array for each player; shape (lines, buckets). It has the probability that the player holds each hand and
                makes the moves that lead to the draw.
            step: what to do at each turn.
        Returns:
            An array for each player; shape (lines, buckets). It has the average win with each hand, times the probability that
            the other players' moves lead to the draw.
        """
        lines, players = len(self.lines), self.players
        held, before = [], []
        for player, turn in enumerate(self.turns):
            mine = np.repeat(reaches[player], DRAWS**player, axis=0)  # the same for each draw of the players before
            after = np.einsum("nlb,nbk->lnk", mine * turn.shares, self.drawn, optimize=True)
            shape = (lines * DRAWS ** (player + 1), BANDS)
            held.append(np.repeat(after.reshape(shape), DRAWS ** (players - player - 1), axis=0))
            before.append(mine)
        worths = self.round.go(held, step)
        found = []
        for player, turn in enumerate(self.turns):
            together = worths[player].reshape(lines * DRAWS**player, DRAWS, -1, BANDS).sum(axis=2)
            each = np.einsum("lnk,nbk->nlb", together, self.drawn, optimize=True)
            won = step(turn, each, before[player])
            found.append(won.reshape(lines, -1, BUCKETS).sum(axis=1))
        return found
