"""Tries actions in Brag: draws hands for the other players many times, and plays the betting to its end against each draw.

A *world* is one draw: a hand for each other player. In this module, the seat that decides is number 0. The seats that still bet
follow to the left, as 1, 2 and so on. Each hand is represented by its *place*, the share of all hands that it beats (see
`prial.games.brag.bots.reading`).
"""

from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.betting.pots import total
from prial.games.brag.bots.buying import FOLDS, outlasts, runs_out
from prial.games.brag.bots.reading import GRID, PAIR, RAISES, Floats, Range, Reading, folds_below
from prial.games.brag.offer import credit_of, is_blind, short_of
from prial.games.brag.settings import KeptBlind, LastChip, Short

Flags = NDArray[np.bool_]
"""An array of truth values."""

_ROUNDS: Final = 4
"""Greatest number of turns that each player gets in a world. After these turns, all hands are shown."""
_TIE: Final = 0.002
"""Handicap of a player who pays to see, since that player loses ties.

Counted as a share of all hands.
"""
_LOOKS: Final = 0.85
"""Usual probability that a blind player looks before betting."""
_FEW: Final = 4
"""In its averages, `Course._stays` counts the answer of a rule of thumb as much as this many worlds."""
STRATA: Final = 12
"""Number of equal parts into which all hands are divided by strength. The seat's hands in one part are treated alike."""
_PRESSES: Final = 0.4
"""Probability that an opponent who isn't plain bets again instead of paying to see."""


class Worlds:
    """Many worlds: random hands of all other players, and the random choices that the players make in the betting.

    Args:
        reading: what the seat knows and guesses about the hands.
        rng: the random generator.
        number: number of worlds.
    """

    def __init__(self, reading: Reading, rng: np.random.Generator, number: int) -> None:
        self.reading, self.number = reading, number
        seats = reading.seats
        self.places: Floats = np.zeros((len(seats), number))
        self.plain: Flags = np.zeros((len(seats), number), dtype=bool)
        for at, seat in enumerate(seats[1:], 1):
            self.places[at], self.plain[at] = self._drawn(reading.ranges[seat], rng)
            if len(reading.table.hands[seat]) > 1:
                # With two hands the player keeps the better one, but not always: in 3 worlds of 10 only one hand counts.
                self.places[at] = np.maximum(self.places[at], np.where(rng.random(number) < 0.7, rng.random(number), 0))
        self.sees_through = [seat != reading.me and reading.known_to(seat) is not GRID for seat in seats]
        """Whether each seat knows cards of the seat that decides. A seat that knows some is assumed to know the whole hand."""
        self.knows = [reading.knows(seat) for seat in seats]
        """Whether each seat knows its own hand, even before it looks."""
        self.covered = {seat: self._drawn(reading.ranges[seat], rng)[0] for seat in reading.table.covered if seat != reading.me}
        bold = np.array([reading.table.bet_blind[seat] for seat in seats])
        looking = np.where(bold, 0.5, _LOOKS)
        if runs_out(reading.rules, reading.table):
            looking[bold | (np.arange(len(seats)) == 0)] = 0
        self.looks: Flags = rng.random((_ROUNDS, len(seats), number)) < looking[:, None]
        self.presses: Flags = rng.random((_ROUNDS, len(seats), number)) < _PRESSES

    def _drawn(self, held: Range, rng: np.random.Generator) -> tuple[Floats, Flags]:
        """Draw a player's hand and kind for each world.

        Returns the places, and whether the player is plain.
        """
        edges = np.cumsum(np.concatenate([held.plain, held.priced]))
        at = np.searchsorted(edges, (rng.permutation(self.number) + rng.random(self.number)) / self.number * edges[-1])
        at = np.minimum(at, len(edges) - 1)
        spread = rng.random(self.number) / 50 - 0.01 if held.places is GRID else 0.0
        return held.places[at % len(held.places)] + spread, at < len(held.places)

    def best(self, own: Floats) -> float:
        """The share of worlds in which the seat's hand beats the hands of all other players who still bet, 0 to 1.

        Args:
            own: the place of the seat's hand (the share of hands that it beats) in each world; shape (worlds,).
        """
        return float((own > self.places[1:].max(axis=0)).mean())

    def play_out(self, plans: list["Plan"], own: Floats) -> Floats:
        """For each plan and each world, the chips that the seat wins from here on; shape (plans, worlds).

        Args:
            plans: the actions to try.
            own: the place of the seat's hand (the share of hands that it beats) in each world; shape (worlds,).
        """
        return Course(self, plans, own).run().reshape(len(plans), self.number)


class Plan(msgspec.Struct, frozen=True):
    """An action to try: the seat bets, or it pays to see."""

    chips: int
    """Chips that the seat pays."""
    blind: bool
    """Whether the seat pays blind."""
    sees: bool = False
    """Whether the seat pays to see."""


class Course:
    """Plays the betting to its end in all worlds, once for each plan.

    Arrays have one column for each pair of a plan and a world. A column is removed when its betting has ended.

    Args:
        worlds: the drawn hands.
        plans: the actions to try.
        own: the place of the seat's hand (the share of hands that it beats) in each world; shape (worlds,).
    """

    def __init__(self, worlds: Worlds, plans: list[Plan], own: Floats) -> None:
        reading = worlds.reading
        table, rules, seats = reading.table, reading.rules, reading.seats
        times, number, players = len(plans), worlds.number, len(seats)
        columns = times * number
        self.worlds, self.limits, self.unit, self.players = worlds, rules.limits, reading.unit, players
        self.kept = rules.kept_blind is KeptBlind.ON and not table.covered
        self.ante = rules.ante
        self.carried = 2 / (len(table.playing) + 1)
        """The worth of a carried pot to the player who carries it, as a share of the pot, 0 to 1.

        In the next deal this player has two hands, and every other player has one.
        """
        self.older = float(total(table.pots[:-1]))
        self.gain = np.zeros(columns)
        self.at = np.arange(columns)
        """For each column that is still played, its index in ``gain``, which has the results of all columns."""
        self.world = np.tile(np.arange(number), times)
        self.u = np.tile(worlds.places, (1, times))
        self.u[0] = np.tile(own, times)
        self.plain = np.tile(worlds.plain, (1, times))
        self.alive = np.ones((players, columns), dtype=bool)
        self.blind = _rows([is_blind(table, seat) for seat in seats], columns)
        self.blind[0] = np.repeat([plan.blind for plan in plans], number)
        self.bet_blind = _rows([table.bet_blind[seat] for seat in seats], columns)
        self.credit = _rows([float(credit_of(rules, table, seat)) for seat in seats], columns)
        """Chips that each player may borrow to stay in (but not to raise), without asking anybody; shape (players, columns)."""
        self.purse = _rows([float(table.chips[seat]) for seat in seats], columns) + self.credit
        self.last = np.full(columns, float(table.last_bet))
        self.pot = np.full(columns, float(table.pots[-1].chips))
        self.paid, self.raises = np.zeros(columns), np.zeros(columns)
        self.over = np.zeros(columns, dtype=bool)
        self.most = np.full((players, columns), np.inf)
        """The most chips that each player can win from the newest pot; shape (players, columns).

        The number is the pot's size at the time when the player covered the pot; infinite if the player hasn't covered the pot.
        """
        short = short_of(rules, table)
        self.folds = short in FOLDS
        """Whether players have to fold if they can't pay the full bet. If not, they may cover the pot."""
        self.runs_out = runs_out(rules, table)
        """Whether a player with enough chips wins by staying blind."""
        self.bets_last = short is Short.COVER and rules.last_chip is LastChip.BETS
        """True if players may cover pots, and a full bet is an ordinary bet even if it takes the player's last chips."""
        self.owes: Flags = np.zeros((players, columns), dtype=bool)
        """Whether each player must still answer a full bet of another player, who has no chips after this bet.

        Shape (players, columns).
        """
        for at, seat in enumerate(seats):
            if self.bets_last and at and not table.chips[seat]:
                self.owes[1:at] = True
        self._begin(np.repeat([float(plan.chips) for plan in plans], number), np.repeat([plan.sees for plan in plans], number))

    def _begin(self, chips: Floats, sees: Flags) -> None:
        """Carry out the first actions: the seat pays, and sees in some of the columns.

        Args:
            chips: chips that the seat pays; shape (columns,).
            sees: whether the seat sees; shape (columns,).
        """
        answers = self.bets_last & (self.players == 2) & (self.purse[-1] <= 0)
        self._pay(0, chips)
        now = np.where(self.blind[0], 2 * chips, chips)
        least = np.maximum(self.last, self.limits.min_bet)
        self.raises += now > least
        spent = self._spent(0)
        full = self.bets_last & (now >= least)
        self.last = np.where(~spent | full, np.maximum(now, least), least)
        self.bet_blind[0] |= self.blind[0]
        self.owes[1:] |= spent & full
        self._cover(0, spent & ~full)
        self._show(sees | answers | (spent & ~full & (self.players == 2)), payer=0)

    def run(self) -> Floats:
        """Play all columns to the end and return the chips that the seat wins in each; shape (columns,)."""
        for turn in range(1, _ROUNDS * self.players):
            self._turn(turn % self.players, turn // self.players)
            if self.over.any():
                self._narrow()
            if not len(self.at):
                break
        self._show(~self.over, payer=None)
        return self.gain

    def _narrow(self) -> None:
        """Remove the columns whose betting has ended."""
        on = np.flatnonzero(~self.over)
        for name in ("u", "plain", "alive", "blind", "bet_blind", "purse", "credit", "owes", "most"):
            setattr(self, name, getattr(self, name)[:, on])
        for name in ("at", "world", "last", "pot", "paid", "raises", "over"):
            setattr(self, name, getattr(self, name)[on])

    def _spent(self, at: int | slice) -> Flags:
        """Whether a player is out of chips but may stay in.

        A slice gives one row for each player.
        """
        return np.asarray((self.purse[at] <= 0) & (not self.folds))

    def _pay(self, at: int, chips: Floats) -> None:
        """Move ``chips`` from a player to the pot, but no more than the player's chips and possible loans together."""
        chips = np.minimum(chips, self.purse[at])
        self.purse[at] -= chips
        self.pot += chips
        if at == 0:
            self.paid += chips

    def _turn(self, at: int, turns: int) -> None:
        """Play one player's turn in all columns; ``turns`` counts this player's turns from 0."""
        self._cover(at, self._spent(at))
        active = self.alive[at] & ~self._spent(at)
        if not active.any():
            return
        bettors = (self.alive & ~self._spent(slice(None))).sum(axis=0)
        asked = active & (bettors == 1) & self.owes[at]
        self.owes[at] = False
        self._show(active & (bettors == 1) & ~asked, payer=None)  # all others have folded or covered
        active &= ~self.over
        u, plain, blind, two = self.u[at], self.plain[at], self.blind[at], bettors == 2
        blind &= ~(active & self.worlds.looks[turns, at, self.world])  # in place, so self.blind changes, too
        unknown = blind & (not self.worlds.knows[at])
        facing_blind = (self.alive & self.blind).sum(axis=0) > blind
        last = np.maximum(self.last, self.limits.min_bet)
        least = folds_below(last, self.pot + self.older, self.unit)
        if at:
            least = np.where(plain, PAIR, least)
            # With two players left, a player doesn't fold so often that the other would gain by betting any hand
            least = np.where(two, np.minimum(least, last / (self.pot + self.older)), least)
            least = self.u[0] if self.worlds.sees_through[at] else least
        due = np.where(blind, np.ceil(last / 2), last)
        if not self.folds:  # whoever puts in the last chips pays nothing later
            odds = self.purse[at] / (self.purse[at] + self.pot + self.older)
            least = np.where(self.purse[at] <= due, np.minimum(least, odds), least)
        price = np.where(blind, last, last * (1 + self.limits.double_see))
        enough = u >= least
        out = (self.alive & self._spent(slice(None))).any(axis=0) | (self.older > 0)
        if not at and out.any():
            enough = np.where(out, self._stays(np.where(two & (self.last > 0), price, due), enough), enough)
        if self.runs_out and not at:
            rich = np.where(self.alive & self.blind, self.purse, 0.0)[1:].max(axis=0)
            enough &= blind | ~outlasts(rich, self.purse[0])
        goes = active & (unknown | enough)
        goes &= (self.purse[at] >= due) | (not self.folds)
        presses = self.worlds.presses[turns, at, self.world] & ~plain & (at > 0)
        raises = self.u[0] if self.worlds.sees_through[at] else RAISES
        strong = (u >= raises) & ~plain & (self.raises < 2) & ~unknown & ~asked
        more = np.minimum(self.limits.max_raise or np.inf, np.maximum(last, 0.5 * self.pot))
        dear = np.where(blind, np.ceil((last + more) / 2), last + more) > self.purse[at] - self.credit[at]
        strong &= ~((self.credit[at] > 0) & dear)
        sees = goes & two & (self.last > 0) & (blind | ~facing_blind) & ~strong & ~presses
        bets = goes & ~sees
        now = np.where(strong, last + more, last)
        had = self.purse[at].copy()
        self._pay(at, np.where(sees, price, np.where(bets, np.where(blind, np.ceil(now / 2), now), 0.0)))
        self.raises += bets & strong
        spent = bets & self._spent(at)
        full = spent & self.bets_last & (had >= due)
        now = np.where(full, np.minimum(now, np.where(blind, 2 * had, had)), now)
        self.last = np.where(bets, np.maximum(now, self.last), self.last)
        self.bet_blind[at] |= bets & blind
        self.owes |= full & ~asked
        self.owes[at] = False
        self._cover(at, spent & ~full)
        self._show(sees | (bets & asked) | (spent & ~full & two), payer=at)
        folds = active & ~goes
        self.alive[at] &= ~folds
        if at == 0:
            self._end(folds, np.zeros(len(folds)))
        self._alone(folds & (self.alive.sum(axis=0) == 1) & ~self.over)

    def _stays(self, price: Floats, usual: Flags) -> Flags:
        """Whether the seat gains on average by staying in for ``price``, in each column.

        ``usual`` is the answer of a rule of thumb.
        """
        # Players who are out of chips stay in with any hand, so the rule of thumb isn't enough
        u = np.where(self.alive, self.u, -1.0)
        wins = u[0] >= u.max(axis=0)
        made = self._won(u) - price * ~wins
        bits = 1 << np.arange(self.players)
        # The average is taken over all columns that look alike to the seat
        seen = (self.at // self.worlds.number, bits @ self.alive, bits @ self.blind, self.last, self.pot, self.u[0] * STRATA)
        key = np.zeros(len(self.at), np.int64)
        for each in seen:
            key = key * 1_000_003 + each.astype(np.int64)
        alike = np.unique(key, return_inverse=True)[1]
        few = _FEW * np.where(usual, price, -price)
        count = np.bincount(alike)
        return np.asarray((np.bincount(alike, made)[alike] + few) / (count[alike] + _FEW) > 0)

    def _cover(self, at: int, columns: Flags) -> None:
        """In the columns where ``columns`` is True, let a player cover the newest pot, unless the player covers it already."""
        self.most[at] = np.where(columns, np.minimum(self.most[at], self.pot), self.most[at])

    def _end(self, columns: Flags, won: Floats) -> None:
        """End the betting in the columns where ``columns`` is True. There the seat takes ``won`` chips from the pots."""
        self.gain[self.at[columns]] = (won - self.paid)[columns]
        self.over |= columns

    def _alone(self, columns: Flags) -> None:
        """End the betting in some columns, in which all players but one have folded."""
        if not columns.any():
            return
        winner = self.alive.argmax(axis=0)
        if self.older:
            self._show(columns, payer=None)
        else:
            carried = self.kept & self.blind[0] & self.bet_blind[0] & (self.purse[0] - self.credit[0] >= self.ante)
            self._end(columns, np.where(winner == 0, np.where(carried, self.carried, 1.0) * self.pot, 0.0))

    def _show(self, columns: Flags, payer: int | None) -> None:
        """Compare the hands in some columns and end the betting there. ``payer`` loses ties; None if nobody loses ties."""
        columns = columns & ~self.over
        if columns.any():
            u = np.where(self.alive, self.u, -1.0)
            if payer is not None:
                u[payer] -= _TIE
            self._end(columns, self._won(u))

    def _won(self, u: Floats) -> Floats:
        """Chips that the seat wins if hands are compared.

        ``u`` has each hand's place, −1 if folded; shape (players, columns).
        """
        better = u > u[0]
        mine, best = ~better.any(axis=0), u.max(axis=0)
        # A better hand wins the newest pot; if its player has covered this pot, only the chips that were in it at that time
        theirs = np.where(better, np.minimum(self.most, self.pot), 0.0).max(axis=0)
        won = np.maximum(np.minimum(self.most[0], self.pot) - theirs, 0.0)
        for pot in reversed(self.worlds.reading.table.pots[:-1]):
            if pot.coverer in self.worlds.covered:
                theirs = self.worlds.covered[pot.coverer][self.world]
                mine, best = mine & (theirs <= best), np.maximum(theirs, best)
            won = won + np.where(mine, float(pot.chips), 0.0)
        return np.asarray(won)


def _rows(values: list[Any], columns: int) -> NDArray[Any]:
    """An array with one row for each value; all columns are equal."""
    return np.tile(np.array(values)[:, None], (1, columns))
