"""Estimates a seat's chance to win. Its own draw is counted exactly; the others' hands are guessed from their draws and bets."""

from typing import Final

import numpy as np

from prial.cards import Card
from prial.core.game import Seat, View
from prial.games.brag_poker.bots.draws import Draw, Floats, beaten, draws, field
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Deed, Table

_SLOPE: Final = 0.12
"""Width of the logistic curve in `would`, as a share of hands, like the numbers in `BORDERS`."""
BORDERS: Final = {Deed.CALL: 0.35, Deed.BET: 0.6, Deed.RAISE: 0.75}
"""Maps each action to a share, 0 to 1: this share of all hands is too weak for the action.

A player who takes the action with one of these weak hands is bluffing.
"""
_ANYWAY: Final = 0.15
"""Probability that a player calls, bets or raises with a hand that is far too weak for it (see `BORDERS`)."""
_EARLIER: Final = 0.5
"""Exponent for the likelihoods of a player's bets in the first round. `Reading.held` says when it applies."""

_OF_TWO: Final = 0.7
"""Exponent for the likelihoods of bets if only two players haven't folded. A bot with the exponent 1 can be exploited."""
_PAT: Final = 0.4
"""Assumed probability that a player who changes no card is bluffing. A bluffing player may hold any hand."""


def would(what: Deed, place: Floats | float) -> Floats:
    """Estimate the probability that a player calls, bets or raises with a hand.

    Args:
        what: the action: a call, a bet or a raise.
        place: the share of hands that are worse, 0 to 1; one number or an array.
    """
    likely: Floats = _ANYWAY + (1 - _ANYWAY) / (1 + np.exp((BORDERS[what] - place) / _SLOPE))
    return likely


class Reading:
    """Estimates how a seat's hand compares with the other players' hands at the showdown.

    Args:
        game: the game with the rules of the table.
        view: what the seat sees; not a spectator's view.
    """

    def __init__(self, game: BragPokerGame, view: View[Table]) -> None:
        assert view.seat is not None
        self.of, self.view, self.table, self.seat = ranking_of(game.rules), view, view.public, view.seat
        self.field = field(self.of)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats that haven't folded."""
        return tuple([seat for seat in self.table.still if seat != self.seat])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's cards. The seat must have looked at them."""
        return tuple([self.view.piles[pile][0] for pile in self.table.hands[self.seat]])

    def beats_all(self) -> Floats:
        """For each strength, estimate the probability that a hand of this strength beats all other players at the showdown.

        Equal hands count half.
        """
        wins = np.ones(self.of.size + 1)
        for seat in self.others:
            wins *= beaten(self.held(seat))
        return wins

    def held(self, seat: Seat) -> Floats:
        """Estimate the probability of each strength of a seat's hand at the showdown, from the seat's draw and bets.

        If only two players are left, all bets count less (`_OF_TWO`). Bets of the first round also count less (`_EARLIER`). In a
        deal between two players, they do so only after the draw.
        """
        changed = self.table.changed[seat]
        prior = self.field.held if changed is None or not self.table.open[seat] else self.field.after[changed]
        if not changed and changed is not None:
            # A bluff by changing no card costs nothing
            prior = (1 - _PAT) * prior + _PAT * self.field.held
        likely = prior.copy()
        place = beaten(prior)
        trust = 1.0 if len(self.table.still) > 2 else _OF_TWO
        # Hands may change after the first round, so its bets say less. With three or more players, a bot that counted these
        # bets in full in the first round would fold so often that an opponent could raise with any hand.
        whole = self.table.round if len(self.table.playing) == 2 else 2  # the round whose bets are not weakened by _EARLIER
        for deed in self.table.did:
            if deed.seat == seat and not deed.blind and deed.what in BORDERS:
                often = would(deed.what, place)
                likely *= often ** (trust if deed.round == whole else trust * _EARLIER)
        held: Floats = likely / likely.sum()
        return held

    def best_draw(self, most: int) -> tuple[Draw, float]:
        """Find the best change of cards, and the probability that the changed hand beats all other players.

        Equal hands count half.

        Args:
            most: the greatest number of cards to change.
        """
        gone = [self.view.piles[pile][0] for pile in self.table.discards[self.seat]]
        wins = self.beats_all()
        found = [(float(draw.makes @ wins), -len(draw.away), draw) for draw in draws(self.of, self.hand, gone, most)]
        worth, _, draw = max(found, key=lambda each: each[:2])
        return draw, worth

    def dealt_draws(self) -> list[tuple[Draw, float]]:
        """For each number of cards, from 0 to 3, find the best change of the dealt hand against one unknown hand.

        Returns:
            The four changes with their probabilities of winning. The best change comes first.
        """
        wins, best = beaten(self.field.held), dict[int, tuple[Draw, float]]()
        for draw in draws(self.of, self.hand):
            worth, cards = float(draw.makes @ wins), len(draw.away)
            if cards not in best or worth > best[cards][1]:
                best[cards] = draw, worth
        return sorted(best.values(), key=lambda each: -each[1])

    def wins(self, most: int = 3) -> float:
        """Estimate the probability that the seat wins the showdown.

        If the seat hasn't changed cards yet, it is assumed to make the best change.

        Args:
            most: the greatest number of cards to change.
        """
        if not self.table.open[self.seat]:
            return float(self.field.held @ self.beats_all())
        if self.table.changed[self.seat] is None:
            return self.best_draw(most)[1]
        a, b, c = self.hand
        return float(self.beats_all()[self.of.three(a, b, c)])
