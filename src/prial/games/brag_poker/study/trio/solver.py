"""Solves the whole game of Brag Poker for three players.

The strongest bot plays by the solution (`prial.games.brag_poker.bots.trio`).

The solved game is simpler than the real game:

* Hands are told apart as in `prial.games.brag_poker.study.duel`.
* At the draw, all players look at their cards.
* A player decides only how many cards to change. For each number of cards, only the best change is possible.
* There are at most three bets and raises in a round.
* Nobody runs out of chips.
* The blinds are one chip and two chips.
* Two players may hold the same cards.

Both rounds and the draw are solved together by CFR (Zinkevich et al. 2007). Regrets below 0 are set to 0. The solution is the
average strategy over many iterations. Later iterations have more weight.

All players sometimes make mistakes (`prial.games.brag_poker.study.trio.rounds`). So the solution also knows what to do after a
bad move.

With three players, CFR may not come close to an equilibrium. `Solver.gains` measures how close it has come. Solving takes 6 GB of
memory.
"""

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from prial.games.brag_poker.bots.duel import BUCKETS
from prial.games.brag_poker.bots.late import RAISES
from prial.games.brag_poker.study.groups import grouped
from prial.games.brag_poker.study.trio.bets import Bets, first
from prial.games.brag_poker.study.trio.rounds import DRAWS, Draws, Floats, Step, Turn, grown
from prial.ranks.brag import Ranking

ITERATIONS: Final = 323
"""The number of iterations with which the shipped solution was made."""
_TOGETHER: Final = 512
"""Number of second rounds that are solved together; more don't fit into a processor's cache."""


class Solver:
    """Solves the whole game.

    Args:
        of: the ranking of hands. Any ranking gives nearly the same solution, because hands are grouped by the share of hands that
            they beat.
        most: the greatest number of bets and raises in a round.
    """

    def __init__(self, of: Ranking, most: int = RAISES) -> None:
        hands = grouped(of)
        self.dealt, drawn = np.asarray(hands.dealt, np.float32), np.asarray(hands.changes(), np.float32)
        self.start = first(most)
        self.turns: dict[str, Turn] = {}
        self.ends: list[Bets] = []
        self._grow(self.start)
        self.draws = []
        for players in (2, 3):
            lines = [each for each in self.ends if len(each.still) == players]
            size = _TOGETHER // DRAWS**players
            self.draws += [Draws(lines[at : at + size], drawn) for at in range(0, len(lines), size)]
        self.weights = 0.0

    def _grow(self, bets: Bets) -> None:
        if bets.ends:
            self.ends.append(bets)
            return
        dealt = self.dealt if bets.queue[0] in bets.blind else None
        turn = self.turns[bets.path] = grown(bets, 1, BUCKETS, dealt)
        for each in turn.after:
            self._grow(each)

    def run(self, iterations: int, watch: Callable[[int], None] = lambda _: None) -> None:
        """Make ``iterations`` iterations. After each of them, ``watch`` is called with the number of iterations so far."""
        for number in range(iterations):
            weight = float(max(0, number - iterations * 3 // 16))
            self.weights += weight
            self._once(partial(Turn.learn, weight=weight))
            watch(number + 1)

    def worths(self) -> tuple[list[float], list[float]]:
        """What each player wins per deal by playing the solution, and by playing the best answer to it.

        The other two players play the solution in both cases.

        Returns:
            Two lists, for the solution and for the best answer. Each list has the chips per deal for players 0, 1 and 2, in the
            simplified game that is solved.
        """
        kept = [(turn, turn.shares) for turn in (*self.turns.values(), *self.late)]
        for turn, _ in kept:
            turn.shares = turn.average
        plays, answers = [
            [float((worth.reshape(-1) * self.dealt).sum()) for worth in self._once(step)] for step in (Turn.play, Turn.answer)
        ]
        for turn, shares in kept:
            turn.shares = shares
        return plays, answers

    def gains(self) -> list[float]:
        """Chips per deal that players 0, 1 and 2 could gain by the best answer to the solution.

        The gains are those in the simplified game that is solved. If all gains are 0, the solution is an equilibrium.
        """
        return [answer - play for play, answer in zip(*self.worths(), strict=True)]

    @property
    def late(self) -> list[Turn]:
        """All turns of the draw and of the second round."""
        return [turn for draws in self.draws for turn in (*draws.turns, *draws.round.turns.values())]

    def _once(self, step: Step) -> list[Floats]:
        """Go through the game once, and return each player's average win with each bucket of dealt hands."""
        reached: dict[str, list[Floats]] = {}
        self._down(self.start, [self.dealt] * 3, reached)
        worth: dict[str, list[Floats]] = {}
        for draws in self.draws:
            self._after(draws, reached, worth, step)
        return self._up(self.start, [self.dealt] * 3, worth, step)

    def _down(self, bets: Bets, reaches: list[Floats], reached: dict[str, list[Floats]]) -> None:
        """Fill ``reached`` with the players' probabilities of coming to each end of the first round.

        ``reached`` maps each end's path to an array for each player.
        """
        if bets.ends:
            reached[bets.path] = reaches
            return
        turn = self.turns[bets.path]
        for share, after in zip(turn.shares, turn.after, strict=True):
            self._down(after, [each * share[0] if at == turn.player else each for at, each in enumerate(reaches)], reached)

    def _after(self, draws: Draws, reached: dict[str, list[Floats]], worth: dict[str, list[Floats]], step: Step) -> None:
        """Go through the draws and second rounds once. Put the three players' average wins into ``worth``."""
        reaches = [np.stack([reached[line.path][line.still[at]] for line in draws.lines]) for at in range(draws.players)]
        out = [
            prod([reached[line.path][player].sum() for player in range(3) if player not in line.still]) for line in draws.lines
        ]
        draws.round.come = np.repeat(np.array(out, np.float32), DRAWS**draws.players)
        worths = draws.go(reaches, step)
        come = prod([each.sum(axis=1) for each in reaches])
        for number, line in enumerate(draws.lines):
            each = {player: worths[at][number] for at, player in enumerate(line.still)}
            lost = [np.full(BUCKETS, -paid * come[number], np.float32) for paid in line.chips]  # by the one who has folded
            worth[line.path] = [each.get(player, lost[player]) for player in range(3)]

    def _up(self, bets: Bets, reaches: list[Floats], worth: dict[str, list[Floats]], step: Step) -> list[Floats]:
        if bets.ends:
            if bets.path in worth:
                return worth[bets.path]
            found, pot = [], sum(bets.chips)
            for player in range(3):
                come = prod([reaches[other].sum() for other in range(3) if other != player])
                gain = pot * (bets.still == (player,)) - bets.chips[player]
                found.append(np.full(BUCKETS, gain * come, np.float32))
            return found
        turn = self.turns[bets.path]
        worths: list[Floats] = []
        total: list[Any] = [0.0] * 3
        for share, after in zip(turn.shares, turn.after, strict=True):
            moved = [each * share[0] if at == turn.player else each for at, each in enumerate(reaches)]
            each = self._up(after, moved, worth, step)
            worths.append(each[turn.player][None])
            total = [sum_ + more for sum_, more in zip(total, each, strict=True)]
        total[turn.player] = step(turn, np.stack(worths), reaches[turn.player][None])[0]
        return total
