"""What a player of Brag knows and guesses in a deal: the hands that others may hold, weighted by their bets.

Each hand is represented by its *place*: the share of all hands that it beats, 0 to 1. So the betting of a bot doesn't depend on
the number of cards, the wild cards or the ranking.

Each player is assumed to be, with equal probability, one of two kinds. A *plain* player bets on a pair or better, whatever the
price. A *priced* player bets on hands that are good enough for the price.
"""

from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.betting.amounts import in_open_units
from prial.cards import PACK, Card
from prial.core.game import BACK, View
from prial.games.brag.hands import best_three, one_number, ranking_of, worth
from prial.games.brag.offer import is_blind
from prial.games.brag.rules import BragRules
from prial.games.brag.state import Table
from prial.ranks.brag import Ranking
from prial.ranks.many import every_hand, worths

Floats = NDArray[np.float64]
"""An array of numbers."""

PAIR: Final = 0.744
"""Share of all three-card hands that are worse than the lowest pair, 0 to 1."""
_SAMPLES: Final = 30_000
"""Number of random hands in a `Deck` of four-card or five-card hands. They stand for all hands of this size."""
GRID: Final = (np.arange(50) + 0.5) / 50
"""Fifty numbers that together stand for an unknown hand: 0.01, 0.03 and so on up to 0.99.

Each number is the place of a hand: the share of all hands that are worse.
"""
_SPREAD: Final = 0.05
"""About how far players misjudge a hand that is barely worth a bet.

Counted as a share of all hands.
"""
_BLUFFS: Final = 0.12
"""Probability that a player bets a hand that should be folded."""
_PLAIN: Final = 0.5
"""Probability that a player is *plain* and not *priced* (see the top of this module)."""
RAISES: Final = 0.9
"""Share of all hands that are too weak for a raise, from 0 to 1."""
# A raise of half the pot is believed less, because it pays off as a bluff. Measured against the bot, in antes per deal: raises of
# two pots on the best 7 % of the hands win 0.57 ± 0.10 if the belief is always 0.5; half-pot raises on any hand win 0.32 ± 0.12
# if it is always 1.5.
_BELIEVED: Final = (0.17, 0.67, 1.5)
"""Minimum, growth and maximum of the belief in a player's raises, in a deal with four players.

A raise as large as the pot adds the growth.
"""


class Deck:
    """All hands with ``size`` cards (a large random sample if ``size`` is above 3), sorted by worth, the lowest first.

    Args:
        ranks: the ranking, which gives each hand its worth.
        size: number of cards in a hand, 3 to 5.
    """

    def __init__(self, ranks: Ranking, size: int) -> None:
        self.ranks, self.size = ranks, size
        hands: NDArray[Any] = np.vstack([*every_hand(PACK, 3)])
        if size > 3:
            hands = np.random.Generator(np.random.PCG64(52)).random((_SAMPLES, 52)).argpartition(size, axis=1)[:, :size]
        keys = worths(ranks, hands)
        order = np.argsort(keys, kind="stable")
        self.keys: NDArray[np.int32] = keys[order]
        bits = np.left_shift(np.uint64(1), hands.astype(np.uint64))
        self.cards: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)[order]
        self._places: Floats = (np.searchsorted(self.keys, self.keys) + 0.5) / len(self.keys)

    def key(self, three: tuple[Card, ...], away: tuple[Card, ...]) -> int:
        """The worth of a hand as one number. It can be compared with ``keys``, the worths of the deck's hands."""
        return one_number(worth(self.ranks, three, away))

    def shares(self, keys: NDArray[np.int32]) -> Floats:
        """For each of several hands, the share of all hands that it beats; equal hands count half.

        Args:
            keys: the worth of each of the several hands, as `key` gives it.
        """
        low, high = (np.searchsorted(self.keys, keys, side) for side in ("left", "right"))
        return np.asarray((low + high) / (2 * len(self.keys)))

    def place(self, key: int, away: np.uint64) -> float:
        """The share of hands that are worse than a given hand, among all hands that another player may hold.

        Equal hands count half.

        Args:
            key: the worth of the hand.
            away: cards that nobody else can hold, one bit for each.
        """
        keys = self.keys[self.cards & away == 0]
        low, high = np.searchsorted(keys, (key, key + 1))
        return float(low + high) / (2 * max(1, len(keys)))

    def places(self, known: tuple[Card, ...], away: np.uint64) -> Floats:
        """The places (shares of worse hands) of the deck's hands that have all cards of ``known`` and no card of ``away``.

        If the deck has no such hand, the result is `GRID`.

        Args:
            known: cards that the hand contains.
            away: cards that the hand doesn't contain, one bit for each.
        """
        bits = _bits(known)
        found = np.flatnonzero((self.cards & bits == bits) & (self.cards & away == 0))
        if not len(found):
            return GRID
        return self._places[found]


@lru_cache(maxsize=32)
def deck(ranks: Ranking, size: int) -> Deck:
    """The deck for a ranking and a number of cards in a hand. Each deck is worked out once."""
    return Deck(ranks, size)


def _bits(cards: tuple[Card, ...]) -> np.uint64:
    """A set of cards as a number with one bit for each card."""
    return np.uint64(sum(1 << card for card in cards))


def folds_below(last: Any, pot: Any, unit: int) -> Any:
    """The place (share of worse hands) of the weakest hand that is worth a bet.

    A weaker hand should be folded. The estimate assumes that the other players hold hands worth a bet.

    Args:
        last: the price of the last bet for a player who has looked, in chips.
        pot: chips in the pots.
        unit: the ante or the smallest allowed bet, whichever is greater, in chips.
    """
    # These numbers are estimates
    others = np.clip(0.42 + 0.07 * np.log2(np.maximum(last, 1) / unit), 0.3, 0.85)
    need = 2 * last / (pot + 2 * last)
    return others + (1 - others) * need


def _keeps(places: Floats, least: Any) -> Floats:
    """The probability that a player bets, for hands of the given places.

    ``least`` is the place of the weakest hand worth a bet.
    """
    return np.asarray(_BLUFFS + (1 - _BLUFFS) / (1 + np.exp(np.clip((least - places) / _SPREAD, -40, 40))))


class Range(msgspec.Struct, frozen=True):
    """The hands that one player may hold. The sum of all probabilities in ``plain`` and ``priced`` is 1.

    A *plain* player bets on a pair or better. A *priced* player compares the hand with the price.
    """

    places: Floats
    """For each hand, its place (the share of all hands that are worse); shape (hands,)."""
    plain: Floats
    """For each hand, the probability that the player holds it and is a plain player; shape (hands,)."""
    priced: Floats
    """For each hand, the probability that the player holds it and is a priced player; shape (hands,)."""


class Reading:
    """What a seat knows and guesses: its own hand, and the hands that the other players may hold.

    ``unit`` is the ante or the smallest bet, whichever is greater.

    Args:
        rules: the rules of the table.
        view: what the seat sees while a player decides in a deal.
    """

    def __init__(self, rules: BragRules, view: View[Table]) -> None:
        table, me = view.public, view.seat
        assert me is not None
        self.rules, self.view, self.table, self.me = rules, view, table, me
        self.ranks = ranking_of(rules, table.form.wild)
        self.deck = deck(self.ranks, table.form.cards)
        self.unit = max(rules.ante, rules.min_bet)
        order, at = table.playing, table.playing.index(me)
        self.seats = [each for each in order[at:] + order[:at] if each in table.betting]
        self.ranges = {seat: self._range(seat) for seat in (*self.seats, *table.covered) if seat != me}

    def place_of(self, hand: int = 0) -> float | None:
        """The place (share of worse hands) of one of the seat's own hands.

        Args:
            hand: index of the hand among the seat's hands.
        Returns:
            The place; None if a card of the hand is unknown to the seat. Usually, the place is counted among the hands without
            a card that the seat sees. If the seat knows a card of another player who hasn't folded, the place is counted among
            all hands.
        """
        table, view = self.table, self.view
        piles = table.hands[self.me][hand]
        faces = [view.piles[pile][0] for pile in piles]
        if BACK in faces:
            return None
        away = tuple(sorted((view.piles[pile][0] for pile in table.discards[self.me]), reverse=True))
        three = tuple([card for card in faces if card not in away])
        if not away:
            three, away = best_three(self.ranks, tuple(faces))
        key, unknown = self.deck.key(three, away), all(each.places is GRID for each in self.ranges.values())
        return self.deck.place(key, self._known(())) if unknown else float(self.deck.shares(np.array(key)))

    def _known(self, but: tuple[int, ...]) -> np.uint64:
        """The cards that the seat sees, apart from cards of the piles in ``but``; one bit for each card."""
        piles = self.view.piles
        faces = [face for pile, (face,) in enumerate(piles) if face != BACK and pile not in but]
        return _bits(tuple(faces))

    def known_to(self, seat: int) -> Floats:
        """The hands that the reading's own seat may hold, as far as another player knows.

        Args:
            seat: the other player.
        Returns:
            The places of the hands (shares of worse hands); shape (hands,). The result is `GRID` if no card of the own hand is
            known to both players. It is also `GRID` if the deck has no hand that fits.
        """
        table, piles = self.table, self.view.piles
        own, theirs = table.hands[self.me][0], {pile for hand in table.hands[seat] for pile in hand}
        both = [pile for pile, who in enumerate(self.view.seen) if who >> seat & 1 and piles[pile][0] != BACK]
        held = tuple([piles[pile][0] for pile in both if pile in own])
        away = tuple([piles[pile][0] for pile in both if pile not in own and pile not in theirs])
        return self.deck.places(held, _bits(away)) if held else GRID

    def _range(self, seat: int) -> Range:
        """The hands that another player may hold, weighted by that player's bets."""
        table = self.table
        hand = table.hands[seat][0]
        seen = tuple([self.view.piles[pile][0] for pile in hand if self.view.piles[pile][0] != BACK])
        places = self.deck.places(seen, self._known(hand)) if seen else GRID
        power = max(1.0, self.believed(seat) / _BELIEVED[-1])  # 1 with up to four players
        plain, priced = self.likely(seat, places)
        most = max(plain.max(), priced.max())  # so that a great power doesn't make everything 0
        plain, priced = (plain / most) ** power, (priced / most) ** power
        whole = plain.sum() + priced.sum()
        return Range(places, plain / whole, priced / whole)

    def knows(self, seat: int) -> bool:
        """Whether a player knows their own hand from earlier deals, before looking.

        The answer depends on the player:

        * A blind player with one hand: True if the player has seen all cards of the hand. If the player isn't the reading's own
          seat, all cards but one are enough.
        * A blind player with two hands: False.
        * A player who has looked: a guess. It is True if the player has seen more than half of the cards outside the hand.

        Args:
            seat: the player.
        """
        hand, *second = self.table.hands[seat]
        before = [who >> seat & 1 for pile, who in enumerate(self.view.seen) if pile not in hand]
        if not is_blind(self.table, seat):
            return 2 * sum(before) > len(before)
        missing = sum(not self.view.seen[pile] >> seat & 1 for pile in hand)
        return not second and missing <= (seat != self.me)

    def greatest(self, seat: int) -> float:
        """The greatest raise that a player made after looking, divided by the pot before the raise; 0 without such a raise.

        Args:
            seat: the player.
        """
        table, greatest = self.table, 0.0
        last, pot = self.rules.min_bet, table.carried + self.rules.ante * len(table.playing)
        for deed in table.did:
            if deed.what == "bet":
                now = in_open_units(deed.chips, blind=deed.blind)
                if deed.seat == seat and not deed.blind and now > last:
                    greatest = max(greatest, now / pot)
                last = max(last, now)
            pot += deed.chips if deed.what in ("bet", "see") else 0
        return greatest

    def believed(self, seat: int) -> float:
        """The belief in a player's raises (see `_BELIEVED`). With a greater belief, the player's bets say more about the hand.

        Args:
            seat: the player.
        """
        # Without the last factor, raises of two pots on the best 7 % win 0.33 ± 0.11 antes per deal with six players under the
        # preset `house`, and 0.84 ± 0.13 under the preset `pagat`
        least, more, most = _BELIEVED
        return min(least + more * self.greatest(seat), most) * (len(self.table.playing) - 2) / 2

    def likely(self, seat: int, places: Floats) -> tuple[Floats, Floats]:
        """How likely a player's bets in this deal are with each of several hands.

        Args:
            seat: the player.
            places: the places of the hands; shape (hands,).
        Returns:
            One array for a plain player and one for a priced player, each of shape (hands,). Each likelihood is multiplied by the
            probability of that kind of player.
        """
        table = self.table
        plain, priced = np.full(len(places), _PLAIN), np.full(len(places), 1 - _PLAIN)
        blind = is_blind(table, seat)
        if not blind or self.knows(seat):
            last, pot = 0, table.carried + self.rules.ante * len(table.playing)
            for deed in table.did:
                now = in_open_units(deed.chips, blind=deed.blind)
                if deed.what == "bet":
                    if deed.seat == seat and (blind or not deed.blind):
                        raised = now > max(last, self.rules.min_bet)
                        plain = plain * _keeps(places, PAIR) * (0.1 if raised else 1.0)
                        least = folds_below(max(last, self.rules.min_bet), pot, self.unit)
                        priced = priced * _keeps(places, (least + RAISES) / 2 if raised else least)
                    last = max(last, now)
                pot += deed.chips if deed.what in ("bet", "see") else 0
        return plain, priced
