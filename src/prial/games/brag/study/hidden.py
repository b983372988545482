"""Draws random states of a deal of Brag that fit what one seat knows; the likelier a state, the more often it is drawn."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card
from prial.core.game import BACK, Seat, State, View
from prial.games.brag.bots.reading import Reading
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three
from prial.games.brag.offer import is_blind
from prial.games.brag.state import Table
from prial.ranks.many import worths

_TRIES: Final = 24
"""Number of random hands from which one is drawn. A hand that fits its owner's bets is drawn more often."""
_PLAIN: Final = frozenset({"plain", "novice"})
"""Names of the bots whose bets depend on the hand alone, and not on the price."""

Cards = NDArray[np.int64]
"""An array of cards, each as a number (see `prial.cards`)."""


class Hidden:
    """Draws the cards that a seat can't see. The better a hand fits its owner's bets, the more often it is drawn.

    Args:
        game: the game.
        seen: what the seat sees during a deal.
        bots: the names of the bots by seat. Seats without a bot have no entry. Bets of the bot ``random`` say nothing about its
            hand. The bot ``novice`` is assumed to bet like ``plain``.
    """

    def __init__(self, game: BragGame, seen: View[Table], bots: Mapping[Seat, str]) -> None:
        self._seen, self._bots, self._seats = seen, bots, game.seats
        self._reading = Reading(game.rules, seen)
        known = {face for (face,) in seen.piles}
        self._unseen: Cards = np.array([card for card in game.pack if card not in known])

    def draw(self, number: int, rng: np.random.Generator) -> Iterator[tuple[State[Table], tuple[bool, ...]]]:
        """Draw random states of the deal that fit what the seat sees.

        Args:
            number: number of states.
            rng: the random generator.
        Yields:
            Pairs: a state, and for each seat whether its player's bets depend on the hand alone, and not on the price.
        """
        table, seen = self._seen.public, self._seen
        left = rng.permuted(np.broadcast_to(self._unseen, (number, len(self._unseen))), axis=1)
        plain = np.zeros((number, self._seats), dtype=bool)
        dealt: list[tuple[int, Cards]] = []
        """For each pile whose card is drawn, a pair: the pile's number, and the pile's card in each state; shape (states,)."""
        for seat in table.playing:
            piles = [pile for hand in table.hands[seat] for pile in hand]
            blanks = [pile for pile in piles if seen.piles[pile][0] == BACK]
            if seat in table.folded or (seat == seen.seat and not blanks):
                continue
            told = [seen.piles[pile][0] for pile in piles if pile not in blanks]
            cards, left, plain[:, seat] = self._fitting(seat, told, left, len(blanks), rng)
            if table.discards[seat] and seat != seen.seat:
                cards = self._put_away(cards)
            dealt += [(pile, cards[:, at]) for at, pile in enumerate(blanks)]
        lying, looked = list(seen.piles), self._looked()
        for world in range(number):
            for pile, faces in dealt:
                lying[pile] = (int(faces[world]),)
            yield State(table, tuple(lying), looked), tuple(plain[world].tolist())

    def _fitting(
        self, seat: Seat, told: list[Card], left: Cards, size: int, rng: np.random.Generator
    ) -> tuple[Cards, Cards, NDArray[np.bool_]]:
        """Draw hidden cards that fit a seat's bets, from each row of ``left``.

        Returns the drawn cards, the remaining cards and, for each row, whether the player bets by the hand alone.
        """
        number, reading, bot = len(left), self._reading, self._bots.get(seat)
        silent = seat == reading.me or bot == "random" or is_blind(reading.table, seat)
        tries = 1 if silent else _TRIES
        order = rng.random((number, tries, left.shape[1])).argsort(axis=2)
        drawn = np.take_along_axis(left[:, None, :], order[:, :, :size], axis=2)
        # ``plain``: whether the player is assumed to bet by the hand alone, whatever the price
        if silent:
            which, plain = np.zeros(number, dtype=np.int64), rng.random(number) < (bot in _PLAIN) + 0.5 * (bot is None)
        else:
            hands = np.concatenate([np.broadcast_to(told, (number, tries, len(told))).astype(np.int64), drawn], axis=2)
            keys = worths(reading.ranks, hands.reshape(number * tries, -1))
            likely = [each.reshape(number, tries) for each in reading.likely(seat, reading.deck.shares(keys))]
            as_plain, as_priced = likely[0], likely[1] * (bot not in _PLAIN)
            both = as_plain + as_priced
            fits = rng.random((number, tries)) * both.max() < both
            # Where no hand is accepted, the one that fits best is taken
            which = np.where(fits.any(axis=1), fits.argmax(axis=1), both.argmax(axis=1))
            rows = np.arange(number)
            plain = rng.random(number) * both[rows, which] < as_plain[rows, which]
        if seat == reading.me:
            plain = np.zeros(number, dtype=bool)
        rest = order[np.arange(number), which, size:]
        return drawn[np.arange(number), which], np.take_along_axis(left, rest, axis=1), plain

    def _put_away(self, cards: Cards) -> Cards:
        """Put the discards of each hand before the kept cards, which are assumed to be the best three."""
        split = (best_three(self._reading.ranks, tuple(hand)) for hand in cards.tolist())
        return np.array([(*away, *three) for three, away in split])

    def _looked(self) -> tuple[int, ...]:
        """For each pile, the seats that are known to have seen its card; bit k stands for seat k."""
        table, seen = self._seen.public, self._seen
        assert seen.seat is not None
        looked = [0 if face == BACK else 1 << seen.seat for (face,) in seen.piles]
        for seat in table.playing:
            if not is_blind(table, seat):
                for hand in table.hands[seat]:
                    for pile in hand:
                        looked[pile] |= 1 << seat
        return tuple(looked)
