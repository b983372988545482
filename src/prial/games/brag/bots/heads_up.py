"""How to bet where two are left, out of solved games.

Small heads-up games of Brag were solved (`prial.games.brag.study.table`), with few and many antes in the pot, short and deep
stacks, and bets of the least, double that, and a raise by the pot. What is done in them is kept by the *line* of betting and by
how good the hand is. A table where the two alone have bet, and about so much, is looked up by its line. Any other is looked up
as if all that lies in the pot but the last bet were antes; so what earlier bets tell of hands is left out there.
"""

import io
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from prial.betting.amounts import Limits, in_open_units, least
from prial.betting.pots import total
from prial.core.game import Seat
from prial.games.brag.actions import Action, Bet, Look, Word
from prial.games.brag.offer import is_blind, offer
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import SeeCost
from prial.games.brag.state import Table

BANDS: Final = (*(number / 22 for number in range(1, 20)), 0.90, 0.93, 0.955, 0.975, 0.99)
"""Where bands of hands part, as places; finer among the good ones."""
ANTES: Final = (2.0, 3.0, 5.0, 8.0, 14.0)
"""What lies in the pots of the solved games at first, in bets."""
ROOTS: Final = (0.25, 0.5, 1.0, *ANTES)
"""The same, of games that are looked up by the last bet only: after a great one the pot is small beside it."""
PURSES: Final = (5, 10, 40)
"""What each has in them, in bets, with the ante."""
FILE: Final = "heads_up.npz"
"""The table's file, beside this module."""
_DRIFT: Final = 1.6
"""How many times the ratio of pot to bet may be that of the solved game."""
_OFTEN: Final = 2
"""Own bets after which one that isn't looked up by its line sees rather than bets."""
_DOUBT: Final = 0.6
"""What share of hands somebody bets on with again, where no line tells."""
LOOK, LEAST, MORE, POT = "k", "l", "m", "p"
"""A line is written as these letters."""


N = TypeVar("N", int, float)


class Mix(NamedTuple):
    """How often each move is made; together 1."""

    fold: float
    least: float
    """Bet the least that is allowed, or the last chips where that is less."""
    more: float
    """Bet double that."""
    pot: float
    """Bet the least and what lies in the pots."""
    see: float
    look: float


class Spot(NamedTuple):
    """Where a solved game is looked up."""

    single: bool
    """Whether an open player sees an open one for the last bet once, not twice."""
    blind: bool
    """Whether there is blind play."""
    least: int
    """The least bet of the solved game and its ante: 1, or 4 so that half of it isn't rounded up."""
    antes: float
    """One of `ANTES`, or of `ROOTS` where the least bet isn't 1."""
    purse: int
    """One of `PURSES`."""
    line: str
    """What was done before: ``klk`` where one has looked and bet the least, and the other has looked."""

    @property
    def key(self) -> str:
        """The spot as the file names it."""
        return f"{int(self.single)}{int(self.blind)}{self.least}-{self.antes:g}-{self.purse}-{self.line}"


def spot_of(rules: BragRules, table: Table) -> Spot:
    """Where to look up what the one whose turn it is does, where two still bet."""
    me, other = table.turn, _other(table)
    single = rules.see_cost is SeeCost.SINGLE
    # In the solved games with blind play nobody looks out of turn: two open ones who haven't bet come from those without
    blind = table.form.blind and (table.last_bet > 0 or is_blind(table, me) or is_blind(table, other))
    line = line_of(rules, table) if blind == table.form.blind else None
    if line is not None:
        dead = rules.ante * len(table.playing) + table.carried
        least_purse = min(table.chips[seat] + table.paid[seat] for seat in (me, other)) - rules.ante + 1
        spot = Spot(single, blind, 1, _nearest(ANTES, dead), _nearest(PURSES, least_purse), line)
        if spot.key in _table().rows:
            return spot
    unit = table.last_bet or rules.min_bet
    last = next((deed.chips for deed in reversed(table.did) if deed.seat == other and deed.what == "bet"), 0)
    dead = total(table.pots) - (last if table.last_bet else 0)
    purse = _nearest(PURSES, 1 + min(table.chips[me], table.chips[other]) / unit)
    theirs = (LOOK if blind and not is_blind(table, other) else "") + LEAST if table.last_bet else ""
    mine = LOOK if blind and not is_blind(table, me) else ""
    return Spot(single, blind, 4, _nearest(ROOTS, dead / unit), purse, theirs + mine)


def line_of(rules: BragRules, table: Table) -> str | None:
    """The line of two who alone have bet; None where others have, too, and where bets were unlike those that were solved.

    A look counts where it was before a bet. A bet counts as the one of the solved ones that is nearest; where pot and bet come
    to another ratio by then, there is no line.
    """
    me, other = table.turn, _other(table)
    if rules.min_bet != 1 or rules.ante != 1 or table.covered:
        return None
    line, last, alike = "", 0, 0
    pot = alike_pot = len(table.playing) + table.carried
    looked: set[Seat] = set()

    def look(seat: Seat) -> str:
        new = LOOK if table.form.blind and seat not in looked else ""
        looked.add(seat)
        return new

    for deed in table.did:
        if deed.seat not in (me, other):
            if deed.what == "bet":
                return None
        elif deed.what == "bet":
            low, alike_low = (least(Limits(), each, blind=deed.blind) for each in (last, alike))
            sizes, alike_sizes = (low, 2 * low, low + pot), (alike_low, 2 * alike_low, alike_low + alike_pot)
            which = sizes.index(_nearest(sizes, deed.chips))
            line += ("" if deed.blind else look(deed.seat)) + (LEAST, MORE, POT)[which]
            last, alike = (in_open_units(paid, blind=deed.blind) for paid in (deed.chips, alike_sizes[which]))
            pot, alike_pot = pot + deed.chips, alike_pot + alike_sizes[which]
    drift = (pot * alike) / (alike_pot * last) if last else 1
    if not 1 / _DRIFT <= drift <= _DRIFT:
        return None
    return line + ("" if is_blind(table, me) else look(me))


def _bets(table: Table, seat: Seat) -> int:
    """How often a seat has bet."""
    return sum(deed.seat == seat and deed.what == "bet" for deed in table.did)


def _other(table: Table) -> Seat:
    (other,) = (seat for seat in table.betting if seat != table.turn)
    return other


def _nearest(values: tuple[N, ...], value: float) -> N:
    """The one whose ratio to a value is the least."""
    return min(values, key=lambda each: max(each / value, value / each) if value > 0 else each)


def band(place: float) -> int:
    """The band of a hand."""
    return bisect_right(BANDS, place)


class _Solved(NamedTuple):
    """The file's content."""

    rows: dict[str, int]
    """Where each spot's shares are; those of a blind player behind all others."""
    open: NDArray[np.uint8]
    """By spot, band and move (all but a look), in 15ths."""
    blind: NDArray[np.uint8]
    """By spot and move, in 15ths."""


@cache
def _table() -> _Solved:
    with np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes())) as arrays:
        rows = {key.decode(): number for number, key in enumerate(arrays["keys"].tolist())}
        return _Solved(rows, arrays["open"], arrays["blind"])


def heads_up(spot: Spot, place: float | None) -> Mix:
    """How often to make each move.

    Only moves that the rules allow have a share: nobody sees before a bet, nobody open sees a blind hand, and only a blind
    player looks. Whether the chips are enough, and what a limit allows, is left to `answers`.

    Args:
        spot: the betting.
        place: how good the hand is: how likely a hand from the pack is worse, equal ones counted half, 0 to 1. None for a
            player who hasn't looked.
    Raises:
        ValueError: a place for a blind player or none for an open one, or one that isn't there.
    """
    solved = _table()
    row = solved.rows[spot.key]
    unseen = row - len(solved.open)
    if (place is None) is not (unseen >= 0) or not 0 <= (place or 0) <= 1:
        raise ValueError(f"place {place} of a player who is {'blind' if unseen >= 0 else 'open'}")
    shares = solved.blind[unseen].tolist() if place is None else [*solved.open[row, band(place)].tolist(), 0]
    whole = sum(shares)
    return Mix(*[share / whole for share in shares])


def answers(rules: BragRules, table: Table, place: float | None) -> dict[Action, float]:
    """How often to give each answer, where it is one's turn and two still bet; only what is allowed, together 1.

    A raise that can't be made is the least bet, a bet that can't be made is to see, and who can't be seen is bet against.

    Args:
        rules: the table's.
        table: what everybody sees.
        place: as for `heads_up`.
    """
    spot, offered = spot_of(rules, table), offer(rules, table, table.turn)
    if place is not None and spot.least > 1:  # what a line would tell of the other's hand
        place = max(0.0, 1 - (1 - place) / _DOUBT ** max(0, _bets(table, _other(table)) - 1))
    mix = heads_up(spot, place)
    see: list[Action] = [Word.SEE] if isinstance(offered.see, int) else []
    tired = spot.least > 1 and _bets(table, table.turn) >= _OFTEN

    def bets(most: int) -> list[Action]:
        """The bet that is wanted, or what is done instead."""
        bet: list[Action] = [Bet(min(most, offered.high))] if offered.low <= offered.high else []
        return [*see, *bet, Word.FOLD] if tired else [*bet, *see, Word.FOLD]

    rather: list[tuple[float, list[Action]]] = [
        (mix.fold, [Word.FOLD]),
        (mix.least, bets(offered.low)),
        (mix.more, bets(2 * offered.low)),
        (mix.pot, bets(offered.low + total(table.pots))),
        (mix.see, [*see, *bets(offered.low)]),
        (mix.look, [Look()]),
    ]
    found: dict[Action, float] = {}
    for share, wanted in rather:
        if share:
            found[wanted[0]] = found.get(wanted[0], 0.0) + share
    return found
