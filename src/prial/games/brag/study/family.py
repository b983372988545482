"""Players with simple habits, and some who mostly play like `Canny`. If such a player beats a bot, the bot does something wrong.

A habit is a short rule that says what to bet. Such a rule needs only a few facts about the hand and the betting (`Sight`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import prod
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from prial.betting.pots import total
from prial.cards import Card
from prial.core.game import BACK, Choices, View
from prial.games.brag.actions import Action, Bet, Bring, Buy, Keep, Look, Word
from prial.games.brag.bots import Canny, Ready
from prial.games.brag.bots.reading import Reading, deck
from prial.games.brag.choices import must_discard
from prial.games.brag.game import BragGame
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.offer import Offer, offer
from prial.games.brag.state import Phase, Table


class Sight(NamedTuple):
    """The facts from which a habit chooses an action, as the player sees them when the player may bet, see or fold."""

    place: float
    """The share of all hands that the player's hand beats, 0 to 1."""
    bets: int
    """Number of bets that the player has made in this deal."""
    pot: int
    """Chips in all pots."""
    low: int
    """The smallest bet that is allowed, in chips."""
    high: int
    """The greatest bet that is allowed, in chips."""
    raised: bool
    """Whether the last bet is above the smallest bet that the rules allow."""


Chips: TypeAlias = int | None
"""A habit's choice: a number of chips to bet, 0 to fold, or None to see."""
Habit: TypeAlias = Callable[[Sight], Chips]
_FOLD: Final = 0


def barrels(bets: int, least: float) -> Habit:
    """A habit: raise a few times by the size of the pot, with any hand. Later, see with good hands and fold the others.

    Args:
        bets: number of raises.
        least: a good hand beats more than this share of all hands, 0 to 1.
    """
    return lambda s: s.low + s.pot if s.bets < bets else None if s.place > least else _FOLD


def pushes(bets: int, least: float) -> Habit:
    """A habit: make the smallest allowed bet a few times, with any hand. Later, see with good hands and fold the others.

    Args:
        bets: how often the player makes the smallest allowed bet.
        least: a good hand beats more than this share of all hands, 0 to 1.
    """
    return lambda s: s.low if s.bets < bets else None if s.place > least else _FOLD


def station(least: float) -> Habit:
    """A habit: with a good hand, pay to see, however high the bet is; fold other hands.

    Args:
        least: a hand is good if it beats more than this share of all hands, 0 to 1.
    """
    return lambda s: None if s.place > least else _FOLD


def waits(least: float, pots: float, bets: int) -> Habit:
    """A habit: raise a few times with a good hand, then pay to see; fold all other hands.

    Args:
        least: a hand is good if it beats at least this share of all hands, 0 to 1.
        pots: the size of each raise, as a multiple of the pot.
        bets: number of raises.
    """
    return lambda s: _FOLD if s.place < least else s.low + int(pots * s.pot) if s.bets < bets else None


def polar(best: float, worst: float, pots: float) -> Habit:
    """A habit: bet high at first with the best and the worst hands, and low with fairly good hands.

    The first bet:

    * with the best and the worst hands: a raise
    * with other hands that beat more than half of all hands: the smallest allowed bet
    * with the rest: fold

    Later:

    * with very good hands: raise by the size of the pot, at most twice, then see
    * with good hands: see
    * with the rest: fold

    Args:
        best: the best hands beat more than this share of all hands, 0 to 1.
        worst: the worst hands beat less than this share of all hands, 0 to 1.
        pots: the size of the first raise, as a multiple of the pot.
    """

    def does(s: Sight) -> Chips:
        if s.bets == 0:
            return s.low + int(pots * s.pot) if s.place > best or s.place < worst else s.low if s.place > 0.5 else _FOLD
        return s.low + s.pot if s.place > 0.92 and s.bets < 3 else None if s.place > 0.72 else _FOLD

    return does


def steals(s: Sight) -> Chips:
    """A habit: if the player hasn't bet yet and nobody has raised, raise by half of the pot with any hand.

    At all other turns, the player sees with the best hands, and folds the rest.
    """
    if s.bets == 0 and not s.raised:
        return s.low + s.pot // 2
    return None if s.place > 0.85 else _FOLD


def issue(s: Sight) -> Chips:
    """A habit: with any hand, first raise by the size of the pot, then make the smallest allowed bet.

    After these two bets, the player sees with the best eighth of all hands, and folds the rest.
    """
    return s.low + s.pot if s.bets == 0 else s.low if s.bets == 1 else None if s.place > 0.875 else _FOLD


def slow(s: Sight) -> Chips:
    """A habit: with a good hand, make the smallest allowed bet three times, then raise by three times the pot.

    The player sees with middling hands, and folds worse hands.
    """
    if s.place < 0.55:
        return _FOLD
    return None if s.place < 0.6 else s.low if s.bets < 3 else s.low + 3 * s.pot


def shoves(s: Sight) -> Chips:
    """A habit: first make the greatest allowed bet with any hand; then see with the best hands, and fold other hands."""
    return s.high if s.bets == 0 else None if s.place > 0.85 else _FOLD


def late(s: Sight) -> Chips:
    """A habit: first make the smallest allowed bet with any hand, then raise by twice the pot with the best and worst hands.

    In all other cases, the player sees with good hands, and folds the rest.
    """
    if s.bets == 0:
        return s.low
    return s.low + 2 * s.pot if s.bets == 1 and (s.place > 0.9 or s.place < 0.35) else None if s.place > 0.7 else _FOLD


class Way(NamedTuple):
    """A habit, and the bets that the player makes before looking at the hand."""

    open: Habit
    """The habit that the player follows after looking at the hand."""
    blind: int = 0
    """Number of blind bets that the player makes before looking at the hand."""
    pots: float = 0
    """A blind bet is the smallest allowed bet plus this multiple of the pot."""
    first: tuple[Action, ...] = ()
    """Actions for the beginning of a deal, the preferred action first. The player takes the first allowed action in this tuple.

    If none of these actions is allowed, the player follows the habit.
    """
    short: bool = False
    """Whether the player brings as few chips as the rules allow. If not, the player brings the usual number."""


HABITS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "raises, then the least": Way(issue),
        "one barrel": Way(barrels(1, 0.8)),
        "two barrels": Way(barrels(2, 0.8)),
        "three barrels": Way(barrels(3, 0.8)),
        "two small barrels": Way(pushes(2, 0.75)),
        "four small barrels": Way(pushes(4, 0.7)),
        "station": Way(station(0.45)),
        "sees anything": Way(station(-1)),
        "tight": Way(waits(0.8, 0.5, 2)),
        "very tight": Way(waits(0.93, 2, 3)),
        "loose": Way(waits(0.3, 0, 2)),
        "stealer": Way(steals),
        "polar": Way(polar(0.75, 0.33, 1)),
        "polar, great bets": Way(polar(0.85, 0.3, 3)),
        "shoves": Way(shoves),
        "slow": Way(slow),
        "late": Way(late),
        "blind to the end": Way(station(0.5), blind=12),
        "blind once": Way(station(0.6), blind=1),
        "blind twice, great bets": Way(station(0.6), blind=2, pots=0.5),
        "blind, then polar": Way(polar(0.75, 0.2, 1), blind=2),
        "blind, then barrels": Way(barrels(4, 0.75), blind=1),
        "buys, blind, then the best": Way(waits(0.8, 0, 20), blind=3, first=(Buy(1), Word.REBUY)),
        "proposes, blind, then the best": Way(waits(0.8, 0, 20), blind=3, first=(Word.PROPOSE,)),
    }
)
"""The habits by name."""
SHORT: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "brings the least and bets it blind": Way(station(-1), blind=12, short=True),
        "brings the least, looks and bets it on anything": Way(pushes(12, -1), short=True),
    }
)
"""Habits of players who bring few chips, by name. These habits are for tables where players bring money of their own."""


class Habitual(Ready):
    """A bot that bets by one habit.

    Args:
        game: the game with the rules of the table.
        way: the habit. It includes the player's blind bets.
    """

    def __init__(self, game: BragGame, way: Way) -> None:
        super().__init__(game)
        self.way = way
        self._places: dict[tuple[tuple[Card, ...], str], float] = {}

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        if table.phase is Phase.BRING and self.way.short:
            return Bring(self.rules.purses.brought[0])
        if (action := self.ready(view, choices)) is not None:
            return action
        match table.phase:
            case Phase.CHOOSE:
                return next(iter(choices))
            case Phase.LEND:
                return self.declines(choices)
            case Phase.CONSENT:
                return Word.AGREE
            case Phase.LOOKED:
                return Keep(table.looked)
            case Phase.PICK | Phase.KEEP:
                return Keep(1)
        if must_discard(table, seat):
            return self.discard(view)
        begun = any(deed.seat == seat for deed in table.did)
        if not begun and (first := next((each for each in self.way.first if choices.why_not(each) is None), None)) is not None:
            return first
        offered = offer(self.rules, table, seat)
        return Bet(0) if offered.covers == 0 else self._bets(view, offered)

    def _bets(self, view: View[Table], offered: Offer) -> Action:
        table, bets, pot = view.public, self.bets(view), total(view.public.pots)
        if offered.blind:
            if bets >= self.way.blind:
                return Look()
            chips: Chips = offered.low + int(self.way.pots * pot)
        else:
            raised = table.last_bet > self.rules.min_bet
            chips = self.way.open(Sight(self._place(view), bets, pot, offered.low, offered.high, raised))
        if chips == _FOLD:
            return Word.FOLD
        if chips is None and isinstance(offered.see, int):
            return Word.SEE
        if offered.low > offered.high:
            return Word.SEE if isinstance(offered.see, int) else Word.FOLD
        return Bet(max(offered.low, min(chips or offered.low, offered.high)))

    def _place(self, view: View[Table]) -> float:
        hand, wild = self.hand(view, 0), view.public.form.wild
        if (hand, wild) not in self._places:
            ranks = ranking_of(self.rules, wild)
            known = deck(ranks, len(hand))
            self._places[hand, wild] = float(known.shares(np.array(known.key(*best_three(ranks, hand)))))
        return self._places[hand, wild]


_CERTAIN: Final = 0.9
"""The bot `Remembering` bets the maximum without looking if its hand is the best with at least this probability."""
_SURE: Final = 0.75
"""The bot `Remembering` makes a raise if its hand is the best with at least this probability."""
_RAISES: Final = 6
"""Number of bets after which `Remembering` sees instead of raising again."""


class Remembering(Canny):
    """Plays like `Canny`, but uses the cards that it remembers from earlier deals.

    * If its own unseen hand is very probably the best, it makes the greatest allowed bet without looking.
    * If it knows two or more cards of an opponent's hand, it raises by half of the pot when its own hand is probably the best.
      Otherwise, it folds when the chance of winning isn't worth the price.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        betting = table.phase is Phase.BET and not must_discard(table, seat)
        if not betting or any(len(table.hands[each]) > 1 for each in table.betting):
            return super().choose(view, choices, rng)
        offered, reading = offer(self.rules, table, seat), Reading(self.rules, view)
        others = [each for each in table.betting if each != seat]
        known = max(sum(view.piles[pile] != (BACK,) for pile in table.hands[each][0]) for each in others)
        place = reading.place_of()
        if place is None or (known < 2 and not offered.blind) or offered.low > offered.high:
            return super().choose(view, choices, rng)
        ranges = [reading.ranges[each] for each in others]
        better = prod(float(((held.plain + held.priced) * (held.places < place)).sum()) for held in ranges)
        if offered.blind and better >= _CERTAIN:
            return Bet(offered.high)
        if known < 2:
            return super().choose(view, choices, rng)
        pot, bets, sees = total(table.pots), self.bets(view), isinstance(offered.see, int)
        if better >= _SURE and (bets < _RAISES or not sees):
            return Bet(min(offered.low + pot // 2, offered.high)) if bets < 3 * _RAISES else Word.FOLD
        price = offered.see if isinstance(offered.see, int) else offered.low
        if better * (pot + price) <= price:
            return Word.FOLD
        return Word.SEE if sees else Bet(offered.low)


class Bully(Canny):
    """Plays like `Canny`, but makes one raise in each deal, with any hand, if nobody has raised yet.

    The bot looks first, then raises by half of the pot.

    Args:
        game: the game.
        last: whether the bot raises only in deals in which all other players have their first turn before the bot.
    """

    def __init__(self, game: BragGame, *, last: bool = False) -> None:
        super().__init__(game)
        self.last = last

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        table, seat = view.public, view.seat
        assert seat is not None
        quiet = table.phase is Phase.BET and not self.bets(view) and table.last_bet <= self.rules.min_bet
        if not quiet or must_discard(table, seat) or (self.last and table.playing[-1] != seat):
            return super().choose(view, choices, rng)
        offered = offer(self.rules, table, seat)
        if offered.low > offered.high:
            return super().choose(view, choices, rng)
        return Look() if offered.blind else Bet(min(offered.low + total(table.pots) // 2, offered.high))


OTHERS: Final[Mapping[str, Callable[[BragGame], Canny]]] = MappingProxyType(
    {"remembers cards": Remembering, "raises once": Bully, "raises once as the last": partial(Bully, last=True)}
)
"""Maps the name of each bot to a class or function that makes it. In most situations, these bots play like `Canny`.

`Remembering` is for tables where the pack isn't shuffled before each deal.
"""


def habitual(name: str, game: BragGame) -> Habitual | Canny:
    """Make a bot that plays by one of the habits.

    Args:
        name: the name of the habit in `HABITS`, `SHORT` or `OTHERS`.
        game: the game with the rules of the table.
    """
    return OTHERS[name](game) if name in OTHERS else Habitual(game, {**HABITS, **SHORT}[name])
