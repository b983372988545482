"""A bot for Brag that compares its hand with the price of a bet: the *priced* player of `prial.games.brag.bots.reading`.

It decides fast, so that whole deals can be played out with it.
"""

from random import Random
from typing import Final

import numpy as np

from prial.betting.amounts import in_open_units
from prial.betting.pots import total
from prial.cards import Card
from prial.core.game import Choices, View
from prial.games.brag.actions import Action, Bet, Keep, Look, Word
from prial.games.brag.bots import Ready
from prial.games.brag.bots.reading import RAISES, deck, folds_below
from prial.games.brag.choices import must_discard
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.offer import Offer, is_blind, offer
from prial.games.brag.state import Phase, Table

_LOOKS: Final = 0.85
"""Probability that the bot looks before it bets. Once it has bet blind, the probability is 0.6 times this number."""
_PRESSES: Final = 0.4
"""Probability that the bot bets again where two players are left and it could see instead."""
_PATIENCE: Final = 4
"""Number of bets that the bot makes in a deal before it tries to end the betting."""
_RAISES: Final = 2
"""Number of raises in a deal, by all players together, after which the bot doesn't raise."""


class Priced(Ready):
    """Bets on hands that are worth the price, and raises with the best hands.

    When only two players are left, the bot usually pays to see the other hand.

    Args:
        game: the game with the rules of the table.
    """

    def __init__(self, game: BragGame) -> None:
        super().__init__(game)
        self._places: dict[tuple[tuple[Card, ...], str], float] = {}

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        match table.phase:
            case Phase.NEXT:
                return self.between(choices)
            case Phase.CHOOSE:
                return next(iter(choices))
            case Phase.LEND:
                return Word.SHOW
            case Phase.CONSENT:
                return self._asked(view)
            case Phase.LOOKED:
                return Keep(table.looked if self._place(view, table.looked - 1) > 0.5 else 3 - table.looked)
            case Phase.PICK | Phase.KEEP:
                return Keep(1)
        if must_discard(table, seat):
            return self.discard(view)
        offered = offer(self.rules, table, seat)
        if offered.covers == 0:
            return Bet(0)
        if not offered.blind:
            return self._open(view, offered, rng)
        if rng.random() < _LOOKS * (0.6 if table.bet_blind[seat] else 1.0):
            return Look()
        return Word.SEE if isinstance(offered.see, int) else self._bet(view, offered, offered.low)

    def _open(self, view: View[Table], offered: Offer, rng: Random) -> Action:
        """The bot's action at a turn to bet, once it has looked at its hand."""
        table, limits = view.public, self.rules.limits
        pot, last = total(table.pots), max(table.last_bet, limits.min_bet)
        place = self._place(view, 0)
        presses = rng.random() < _PRESSES
        if place < folds_below(last, pot, max(self.rules.ante, limits.min_bet)):
            return Word.FOLD
        tired = self.bets(view) >= _PATIENCE
        if place >= RAISES and self._raised(table) < _RAISES:
            more = max(last, pot // 2)
            return self._bet(view, offered, last + (min(limits.max_raise, more) if limits.max_raise else more))
        if isinstance(offered.see, int) and (tired or not presses):
            return Word.SEE
        if tired and offered.propose is None:
            return Word.PROPOSE
        return self._bet(view, offered, offered.low)

    def _bet(self, view: View[Table], offered: Offer, chips: int) -> Action:
        """Bet if possible, otherwise see or fold. ``chips`` is the amount that the bot wants."""
        if offered.low > offered.high:
            return Word.SEE if isinstance(offered.see, int) else Word.FOLD
        endless = self.bets(view) >= 2 * _PATIENCE
        return Bet(offered.high if endless else max(offered.low, min(chips, offered.high)))

    def _raised(self, table: Table) -> int:
        """Number of raises in this deal."""
        last = [self.rules.min_bet]
        for deed in table.did:
            if deed.what == "bet" and (now := in_open_units(deed.chips, blind=deed.blind)) > last[-1]:
                last.append(now)
        return len(last) - 1

    def _asked(self, view: View[Table]) -> Action:
        """The bot's answer to a proposed showdown."""
        table, seat = view.public, view.seat
        assert seat is not None
        place = 0.5 if is_blind(table, seat) else self._place(view, 0)
        players = len(table.betting)
        # An average player's hand wins with the probability 1 / players
        return Word.AGREE if self.bets(view) >= _PATIENCE or place ** (players - 1) > 1 / players else Word.REFUSE

    def _place(self, view: View[Table], at: int) -> float:
        """The share of all hands that are worse than the bot's hand with index ``at``."""
        hand, wild = self.hand(view, at), view.public.form.wild
        if (hand, wild) not in self._places:
            ranks = ranking_of(self.rules, wild)
            known = deck(ranks, len(hand))
            self._places[hand, wild] = float(known.shares(np.array(known.key(*best_three(ranks, hand)))))
        return self._places[hand, wild]
