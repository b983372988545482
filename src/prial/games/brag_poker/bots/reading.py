"""What a seat may expect to win: exact counts of its own draw, and what the others' draws and bets say of their hands."""

from typing import Final

import numpy as np

from prial.cards import Card
from prial.core.game import Seat, View
from prial.games.brag_poker.bots.draws import Draw, Floats, beaten, draws, field
from prial.games.brag_poker.game import BragPokerGame
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.state import Deed, Table

_SLOPE: Final = 0.12
"""How sharply bets divide hands: the width of the border, as a share of all hands."""
BORDERS: Final = {Deed.CALL: 0.35, Deed.BET: 0.6, Deed.RAISE: 0.75}
"""The share of hands below which a player hardly ever does so."""
_ANYWAY: Final = 0.15
"""How often it is done all the same, with any hand."""
_EARLIER: Final = 0.5
"""How much of that a bet before the draw says of the hand after it."""

_OF_TWO: Final = 0.0
"""How much of that holds where two are left: whoever bets with anything would win by being believed."""
_PAT: Final = 0.4
"""How often a player who changes no card is taken to hold anything: it costs nothing to stand pat and bet."""


def would(what: Deed, place: Floats | float) -> Floats:
    """How likely a player calls, bets or raises with a hand.

    Args:
        what: which of these.
        place: the share of hands that are worse, 0 to 1.
    """
    likely: Floats = _ANYWAY + (1 - _ANYWAY) / (1 + np.exp((BORDERS[what] - place) / _SLOPE))
    return likely


class Reading:
    """What the view's seat may expect.

    Args:
        game: the table.
        view: what the seat sees.
    """

    def __init__(self, game: BragPokerGame, view: View[Table]) -> None:
        assert view.seat is not None
        self.of, self.view, self.table, self.seat = ranking_of(game.rules), view, view.public, view.seat
        self.field = field(self.of)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The others in the pot."""
        return tuple([seat for seat in self.table.still if seat != self.seat])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own cards; it has looked at them."""
        return tuple([self.view.piles[pile][0] for pile in self.table.hands[self.seat]])

    def beats_all(self) -> Floats:
        """By strength, the probability to beat all the others at the showdown, equal hands counted half."""
        wins = np.ones(self.of.size + 1)
        for seat in self.others:
            wins *= beaten(self.held(seat))
        return wins

    def held(self, seat: Seat) -> Floats:
        """The probability of each strength that a seat may hold at the showdown, by its draw and, among more than two, its bets.

        Where two are left bets aren't believed: whoever makes them with anything would win by it.
        """
        changed = self.table.changed[seat]
        prior = self.field.held if changed is None or not self.table.open[seat] else self.field.after[changed]
        if not changed and changed is not None:
            prior = (1 - _PAT) * prior + _PAT * self.field.held
        likely = prior.copy()
        place = beaten(prior)
        trust = 1.0 if len(self.table.still) > 2 else _OF_TWO
        for deed in self.table.did:
            if deed.seat == seat and not deed.blind and deed.what in BORDERS:
                often = would(deed.what, place)
                likely *= often ** (trust if deed.round == self.table.round else trust * _EARLIER)
        held: Floats = likely / likely.sum()
        return held

    def best_draw(self, most: int) -> tuple[Draw, float]:
        """The change of cards that beats all the others most often, and how often that is."""
        gone = [self.view.piles[pile][0] for pile in self.table.discards[self.seat]]
        wins = self.beats_all()
        found = [(float(draw.makes @ wins), -len(draw.away), draw) for draw in draws(self.of, self.hand, gone, most)]
        worth, _, draw = max(found, key=lambda each: each[:2])
        return draw, worth

    def dealt_draw(self, most: int) -> tuple[Draw, float]:
        """The change of a dealt hand that beats one other most often of whom nothing is known, and how often that is."""
        wins = beaten(self.field.held)
        found = [(float(draw.makes @ wins), -len(draw.away), draw) for draw in draws(self.of, self.hand, most=most)]
        worth, _, draw = max(found, key=lambda each: each[:2])
        return draw, worth

    def wins(self, most: int = 3) -> float:
        """How likely the seat wins the pot at the showdown, its draw still to come or done.

        Args:
            most: how many cards may be changed.
        """
        if not self.table.open[self.seat]:
            return float(self.field.held @ self.beats_all())
        if self.table.changed[self.seat] is None:
            return self.best_draw(most)[1]
        a, b, c = self.hand
        return float(self.beats_all()[self.of.three(a, b, c)])
