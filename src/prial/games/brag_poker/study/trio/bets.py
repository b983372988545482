"""The betting in the simplified game for three players, which `prial.games.brag_poker.study.trio.solver` solves.

Players are numbered in the order of play after the draw: 0 has the small blind, 1 the big blind, and 2 deals.
"""

from typing import Final, NamedTuple

from prial.betting.amounts import half
from prial.core.game import put
from prial.games.brag_poker.bots.late import RAISES

_BLINDS: Final = (1, 2, 0)
"""Chips that players 0, 1 and 2 put in before the deal."""
_STEPS: Final = (4, 8)
"""Chips that a bet or a raise adds to the amount to match: before the draw, and after it."""


class Bets(NamedTuple):
    """A state of the betting in a round."""

    still: tuple[int, ...]
    """Players who haven't folded."""
    queue: tuple[int, ...]
    """Players who still have to act, in order. After a bet or a raise, all other players who haven't folded have to act again."""
    paid: tuple[int, ...]
    """For each player, the chips that count as paid. A call counts with its full price, even if the player has paid only half.

    After the draw, only chips of the second round count.
    """
    raises: int
    """Number of bets and raises in this round."""
    blind: tuple[int, ...] = ()
    """Players who haven't looked."""
    saved: tuple[int, ...] = ()
    """For each player, the part of `paid` that wasn't really paid, because a player who hasn't looked calls at half price.

    The tuple is empty after the draw.
    """
    most: int = RAISES
    """The greatest number of bets and raises in a round."""
    path: str = ""
    """The moves of the round, one letter for each move."""

    @property
    def ends(self) -> bool:
        """Whether the round is over."""
        return not self.queue or len(self.still) == 1

    def after(self) -> dict[str, "Bets"]:
        """Map each possible move of the next player to the state of the betting after this move.

        The moves are ``l`` (look), ``f`` (fold), ``k`` (check), ``c`` (call), ``b`` (bet) and ``r`` (raise).
        """
        player, *rest = self.queue
        stands = max(self.paid)
        owes = stands > self.paid[player]
        found = {}
        if player in self.blind:
            found["l"] = self._replace(blind=tuple([each for each in self.blind if each != player]))
        elif owes:
            found["f"] = self._replace(still=tuple([each for each in self.still if each != player]), queue=tuple(rest))
        found["c" if owes else "k"] = self._puts(player, stands, tuple(rest), 0)
        if self.raises < self.most:
            players = len(self.paid)
            behind = [(player + more) % players for more in range(1, players)]
            queue = tuple([each for each in behind if each in self.still])
            found["r" if stands else "b"] = self._puts(player, stands + _STEPS[not self.saved], queue, 1)
        return {move: bets._replace(path=self.path + move) for move, bets in found.items()}

    def _puts(self, player: int, chips: int, queue: tuple[int, ...], raises: int) -> "Bets":
        paid = tuple([chips if each == player else paid for each, paid in enumerate(self.paid)])
        owed = max(self.paid) - self.paid[player]
        saved = put(self.saved, player, self.saved[player] + owed - half(owed)) if player in self.blind else self.saved
        return self._replace(paid=paid, queue=queue, raises=self.raises + raises, saved=saved)

    @property
    def chips(self) -> list[int]:
        """Chips that each player has really paid in the first round."""
        return [paid - saved for paid, saved in zip(self.paid, self.saved, strict=True)]


def first(most: int = RAISES) -> Bets:
    """Return the state of the betting at the start of the first round, when the blinds are in.

    Args:
        most: the greatest number of bets and raises.
    """
    return Bets((0, 1, 2), (2, 0, 1), _BLINDS, 0, (0, 1, 2), (0, 0, 0), most)


def second(players: int, most: int = RAISES) -> Bets:
    """Return the state of the betting at the start of the second round.

    The players who haven't folded get new numbers from 0, in the order of play.

    Args:
        players: number of players, 2 or 3.
        most: the greatest number of bets and raises.
    """
    order = tuple(range(players))
    return Bets(order, order, (0,) * players, 0, most=most)
