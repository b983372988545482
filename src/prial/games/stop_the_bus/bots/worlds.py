"""Random choices of the hidden cards (worlds) in Stop the Bus, as arrays. A deal is played to its end in all worlds at once.

In this module, seat 0 is the viewer's seat. Seat 1 is the next seat to its left that is still in the game, and so on.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from prial.cards import Card
from prial.core.game import View
from prial.games.stop_the_bus.rules import BusRules, Exchange, FirstCall, PrialCall, PutBack, WorstTie
from prial.games.stop_the_bus.state import Exchanged, Table, Take, TakeAll
from prial.ranks.brag import Category, Ranking

Cards: TypeAlias = NDArray[np.int64]
"""An array of cards, as numbers."""
Strengths: TypeAlias = NDArray[np.int16]
"""An array of strengths of hands."""

_OTHERS: Final = np.array([[1, 2], [0, 2], [0, 1]])
"""``_OTHERS[i]``: indices of the cards of a hand without card i; shape (3, 2)."""
_DRAWN: Final = 4
"""Number of worlds (samples of the hidden cards) that are drawn for each world that is kept."""
_GAP: Final = 30.0
"""An exchange has likelihood ``_SLIP + (1 - _SLIP) * exp(-g / _GAP)``; g is the best possible strength minus the new strength."""
_SLIP: Final = 0.1  # above 0: people have plans for their cards that the strength of a hand doesn't show
"""Likelihood of a very bad exchange; the best exchange has likelihood 1."""
_REMEMBERED: Final = 12  # earlier exchanges say little about the cards that are still hidden
"""The bot judges a sample of the hidden cards by the latest exchanges, at most this many."""
_UNLIKE: Final = 0.3
"""Likelihood of a call with a poor hand, or of no call with a good hand; other decisions have likelihood 1."""
_ROUNDS: Final = 3
"""Number of rounds to play out; after them the hands are shown even if nobody has stopped the bus."""


class Book:
    """Data for playing deals as arrays: the strengths of all hands, and the rules of a turn.

    Args:
        rules: the rules of the table.
        ranking: the ranking of hands under these rules.
        calls_at: the lowest strength with which players stop the bus when a deal is played out.
    """

    def __init__(self, rules: BusRules, ranking: Ranking, calls_at: int) -> None:
        self.rules, self.calls_at = rules, calls_at
        self.table = np.array(ranking.table, dtype=np.int16).ravel()
        self.size, self.prial = ranking.size, ranking.least(Category.PRIAL)
        self.keeps = rules.put_back is PutBack.ALLOWED
        self.all_three = rules.exchange is Exchange.ONE_OR_THREE

    def strength(self, hands: Cards) -> Strengths:
        """Look up the strength of each hand. ``hands`` has shape (…, 3), and the result has shape (…)."""
        found: Strengths = self.table[(hands[..., 0] * 52 + hands[..., 1]) * 52 + hands[..., 2]]
        return found

    def options(self, hands: Cards, middle: Cards) -> Strengths:
        """Look up the strength of the hand after each exchange; shape (rows, options).

        The options are, in this order:

        - Option ``3 i + j``, from 0 to 8, puts down card ``i`` of the hand and takes card ``j`` of the middle.
        - The next option puts the taken card down again, if the rules allow it.
        - The last option takes all three cards, if the rules allow it.

        Args:
            hands: the hand in each row; shape (rows, 3).
            middle: the cards in the middle; shape (rows, 3).
        """
        stay = hands[:, _OTHERS]
        pairs = (stay[:, :, 0] * 52 + stay[:, :, 1]) * 52
        found = [self.table[pairs[:, :, None] + middle[:, None, :]].reshape(len(hands), 9)]
        if self.keeps:
            found.append(self.strength(hands)[:, None])
        if self.all_three:
            found.append(self.strength(middle)[:, None])
        return np.concatenate(found, axis=1) if len(found) > 1 else found[0]

    def exchange(self, hands: Cards, seat: int, middle: Cards, option: NDArray[np.int64]) -> None:
        """Carry out an exchange of a seat in each row, by changing ``hands`` and ``middle`` in place.

        Args:
            hands: all hands; shape (rows, seats, 3).
            seat: the seat that exchanges.
            middle: the cards in the middle; shape (rows, 3).
            option: the option in each row, by its index in `options`; shape (rows,).
        """
        one = np.flatnonzero(option < 9)
        i, j = option[one] // 3, option[one] % 3
        hands[one, seat, i], middle[one, j] = middle[one, j], hands[one, seat, i]
        if self.all_three:
            every = np.flatnonzero(option == 9 + self.keeps)
            hands[every, seat], middle[every] = middle[every], hands[every, seat]

    def owed(self, strengths: Strengths) -> NDArray[np.int64]:
        """Work out the tokens that each seat has to pay, from the strength of each seat's hand.

        ``strengths`` and the result have shape (rows, seats).
        """
        owed: NDArray[np.int64] = (strengths == strengths.min(axis=1)[:, None]).astype(np.int64)
        if self.rules.worst_tie is WorstTie.NOBODY_PAYS:
            owed[owed.sum(axis=1) > 1] = 0
        if self.rules.prial_call is PrialCall.COSTS_MORE:
            most = strengths.max(axis=1)[:, None]
            every = (strengths < most) * np.where(most == self.size, 2, 1)
            owed = np.where(most >= self.prial, every, owed)
        return owed


class Worlds:
    """Random choices of the hidden cards (worlds) that fit what one seat sees.

    Args:
        book: the strengths of hands and the rules of a turn.
        view: what the seat sees, while a deal is played.
        pack: the cards in play.
        rng: the random generator.
        number: number of worlds. If no card is hidden, there is one world.
    """

    def __init__(self, book: Book, view: View[Table], pack: Sequence[Card], rng: np.random.Generator, number: int) -> None:
        table, me = view.public, view.seat
        assert me is not None
        self.book, self.table = book, table
        self.calls_from = len(table.playing) if book.rules.first_call is FirstCall.AFTER_FIRST_ROUND else 1
        """The first turn of the deal in which the bus may be stopped. Turns are counted from 1."""
        self.seats = sorted(table.playing, key=lambda seat: (seat - me) % len(table.hands))
        self.middle: Cards = np.array([view.piles[pile][0] for pile in table.middle])
        own = view.piles[table.hands[me]]
        known = [own, *(table.known[seat] for seat in self.seats[1:])]
        away = {*own, *self.middle.tolist(), *(card for cards in known for card in cards)}
        unseen = np.array([card for card in pack if card not in away])
        hidden = [3 - len(cards) for cards in known]
        number = number if any(hidden) else 1
        drawn = rng.permuted(np.broadcast_to(unseen, (_DRAWN * number, len(unseen))), axis=1)[:, : sum(hidden)]
        parts, at = [], 0
        for cards, size in zip(known, hidden, strict=True):
            told = np.broadcast_to(np.array(cards, dtype=np.int64), (len(drawn), len(cards)))
            parts.append(np.concatenate([told, drawn[:, at : at + size]], axis=1))
            at += size
        hands: Cards = np.stack(parts, axis=1)
        weight = self._likely(hands)
        self.hands: Cards = hands[rng.choice(len(hands), number, p=weight / weight.sum())]

    def _likely(self, hands: Cards) -> NDArray[np.float64]:
        """For each world, the likelihood of the other seats' exchanges and calls, up to a common factor; shape (worlds,).

        ``hands`` has shape (worlds, seats, 3).
        """
        book, table = self.book, self.table
        weight = np.ones(len(hands))
        place = {seat: at for at, seat in enumerate(self.seats)}
        now, middle = hands.copy(), self.middle.copy()
        caller = table.stopped
        for turn, done in reversed(list(enumerate(table.exchanges, 1))[-_REMEMBERED:]):
            at = place[done.seat]
            mine = now[:, at]
            made = book.strength(mine)
            _undo(mine, middle, done)
            if at == 0:
                continue
            rows = np.broadcast_to(middle, (len(hands), 3))
            gap = book.options(mine, rows).max(axis=1) - made
            weight *= _SLIP + (1 - _SLIP) * np.exp(-gap / _GAP)
            if done.seat == caller:
                weight *= np.where(made >= book.calls_at, 1.0, _UNLIKE)
                caller = None  # in the turns before this one nobody had called
            elif caller is None and turn >= self.calls_from:
                weight *= np.where(made >= book.calls_at, _UNLIKE, 1.0)
        return weight

    def play_out(self, exchanges: Sequence[Take | TakeAll], some: slice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Play the deal to its end in some of the worlds, once for each exchange of seat 0.

        Args:
            exchanges: the exchanges of seat 0.
            some: the worlds to play in.
        Returns:
            Two arrays of the tokens that each seat has to pay, both of shape (exchanges, worlds, seats). In the first array, seat
            0 doesn't stop the bus in this turn; in the second array, seat 0 does. If somebody has already stopped the bus, both
            arrays are the same.
        """
        book, table, players = self.book, self.table, len(self.seats)
        worlds = len(self.hands[some])
        hands = np.tile(self.hands[some], (len(exchanges), 1, 1))
        middle = np.tile(self.middle, (len(hands), 1))
        for at, exchange in enumerate(exchanges):
            own = slice(at * worlds, (at + 1) * worlds)
            _do(hands[own, 0], middle[own], exchange)
        shape = (len(exchanges), worlds, players)
        if table.stopped is not None:
            for seat in range(1, self.seats.index(table.stopped)):
                self._turn(hands, middle, seat)
            owed = book.owed(book.strength(hands)).reshape(shape)
            return owed, owed
        last = book.rules.max_turns - table.turn
        """Number of turns that remain after this one. If nobody stops the bus, the hands are shown after these turns."""
        left = np.full(len(hands), -1)
        over, shown = np.zeros(len(hands), bool), hands
        for ply in range(players):
            if ply:
                made = self._turn(hands, middle, ply)
                left = np.where(left > 0, left - 1, left)
                if table.turn + ply >= self.calls_from:
                    left[(left < 0) & (made >= book.calls_at)] = players - 1
            if ply == last:
                over, shown = left < 0, hands.copy()
        # Until seat 0 has its next turn, the others play alike whether it has called or not.
        stopped = book.owed(book.strength(hands)).reshape(shape)
        hands[over], left[over] = shown[over], 0
        for ply in range(players, _ROUNDS * players):
            rows = np.flatnonzero(left)
            if not len(rows):
                break
            mine, open_ = hands[rows], middle[rows]
            made = self._turn(mine, open_, ply % players)
            hands[rows], middle[rows] = mine, open_
            now = left[rows]
            now = np.where(
                now > 0, now - 1, np.where((made >= book.calls_at) & (table.turn + ply >= self.calls_from), players - 1, -1)
            )
            left[rows] = np.where((now < 0) & (ply == last), 0, now)
        return book.owed(book.strength(hands)).reshape(shape), stopped

    def _turn(self, hands: Cards, middle: Cards, seat: int) -> Strengths:
        """Let a seat make its best exchange in each row, in place, and return the strengths of its new hands.

        ``hands`` has shape (rows, seats, 3), ``middle`` (rows, 3).
        """
        rows = np.arange(len(hands))
        options = self.book.options(hands[:, seat], middle)
        best = options.argmax(axis=1)
        self.book.exchange(hands, seat, middle, best)
        made: Strengths = options[rows, best]
        return made


def _do(hands: Cards, middle: Cards, exchange: Take | TakeAll) -> None:
    """Carry out the same exchange in all rows, in place."""
    if isinstance(exchange, TakeAll):
        hands[:], middle[:] = middle.copy(), hands.copy()
    elif exchange.take != exchange.put:
        hands[hands == exchange.put] = exchange.take
        middle[middle == exchange.take] = exchange.put


def _undo(hands: Cards, middle: Cards, done: Exchanged) -> None:
    """Take an exchange back, in place. ``hands`` has shape (rows, 3), ``middle`` shape (3,)."""
    if len(done.take) == 3:
        hands[:] = done.put
        middle[:] = done.take
    elif done.take != done.put:
        hands[hands == done.take[0]] = done.put[0]
        middle[middle == done.put[0]] = done.take[0]


_TIME: Final = np.linspace(0.0, 60.0, 601)


@lru_cache(maxsize=64)
def _gone(tokens: int) -> NDArray[np.float64]:
    """For each time in `_TIME`, the probability that a player has lost ``tokens`` or more tokens up to that time."""
    terms = [_TIME**k / factorial(k) for k in range(tokens)]
    return 1.0 - np.exp(-_TIME) * np.sum(terms, axis=0) if tokens else np.ones_like(_TIME)


@lru_cache(maxsize=1 << 14)
def chance_to_win(mine: int, others: tuple[int, ...]) -> float:
    """Work out a player's chance to be the last with a token, if all players are equally likely to lose the next token.

    Each player is assumed to lose tokens at random times (a Poisson process), independently of the others.

    Args:
        mine: the player's tokens.
        others: the tokens of each other player, in any order.
    """
    if not mine or not any(others):
        return float(mine > 0)
    density = np.exp(-_TIME) * _TIME ** (mine - 1) / factorial(mine - 1)
    everybody = np.prod([_gone(tokens) for tokens in others], axis=0)
    return float(np.trapezoid(density * everybody, _TIME))
