"""A deal of two who are left, from where they were left alone: at each own decision the betting ahead is solved (`resolve`)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from msgspec.structs import replace

from prial.betting.amounts import in_open_units
from prial.betting.pots import total
from prial.core.game import Seat, View
from prial.games.brag.bots.lookahead import LOOK, Floats, Move, Spot, Terms, Tree
from prial.games.brag.bots.reading import GRID, Reading
from prial.games.brag.bots.resolve import EDGES, MIDDLES, WIDTHS, Solved, Turn, solve
from prial.games.brag.offer import credit_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import KeptBlind, LastChip
from prial.games.brag.state import Deed, Did, Table

Deeds: TypeAlias = list[tuple[int, Move]]
"""Looks and bets of the two, in order: who (0 looks ahead, 1 is the other), and what."""

_REMEMBERED: Final = 2000
"""Solved trees that are remembered, some 10 KB each: deals of two begin alike, and every decision builds on those before."""
_FOLLOWED: Final = (Deed.BET, Deed.LOOK, Deed.FOLD, Deed.DISCARD, Deed.KEEP)
"""What a deal is followed through; where anything else was done, lending say, it is solved as it stands."""


def turn_of(rules: BragRules, view: View[Table]) -> Turn:
    """What is done with each hand at a view's turn to bet, where two are left and nobody has covered.

    Args:
        rules: the table's.
        view: what the seat sees; which cards it holds makes no difference.
    """
    table, me = view.public, view.seat
    assert me is not None
    after = left_alone(table)
    spot, deeds = course(rules, table, me, after)
    mine, theirs = _priors(rules, view, after)
    # A carried pot is worth two hands against one of each of the others in the next deal
    carries = rules.kept_blind is KeptBlind.ON and table.deal != rules.length
    kept = 2 / (len(table.playing) + 1) if carries else 1.0
    return _follow(Terms(rules.limits, kept, rules.last_chip is LastChip.COVERS), spot, deeds, mine, theirs)


def _other(table: Table, me: Seat) -> Seat:
    return next(seat for seat in table.betting if seat != me)


def left_alone(table: Table) -> int:
    """After how many of the deal's deeds the two are followed."""
    if any(deed.what not in _FOLLOWED for deed in table.did):
        return len(table.did)
    return max([at for at, deed in enumerate(table.did, 1) if deed.what is Deed.FOLD], default=0)


def course(rules: BragRules, table: Table, me: Seat, after: int) -> tuple[Spot, Deeds]:
    """Where the two stood after so many of the deal's deeds, and what they have done since.

    Args:
        rules: the table's.
        table: what everybody sees.
        me: the one whose turn it is; 0 in what is given back.
        after: `left_alone`.
    """
    two, since = (me, _other(table, me)), table.did[after:]
    paid = [sum(deed.chips for deed in since if deed.seat == seat) for seat in two]
    before, bets = ([deed for deed in part if deed.what is Deed.BET] for part in (table.did[:after], since))
    opened = [_opened(table, seat) for seat in two]
    blind = [table.form.blind and at >= after for at in opened]
    acting = turn = len(bets) % 2
    deeds: Deeds = []
    for number, deed in enumerate(since, after):
        player = two.index(deed.seat)
        if deed.what is Deed.BET:
            deeds.append((player, deed.chips))
            acting = 1 - acting
        elif number == opened[player] and player == acting:
            deeds.append((player, LOOK))
        elif number == opened[player]:  # out of turn, before the first bet
            blind[player] = False
    chips = [table.chips[seat] + paid[player] + credit_of(rules, table, seat) for player, seat in enumerate(two)]
    spot = Spot(
        pot=total(table.pots) - sum(paid),
        last=in_open_units(before[-1].chips, blind=before[-1].blind) if before else 0,
        chips=(chips[0], chips[1]),
        blind=(blind[0], blind[1]),
        bet_blind=(_bet_blind(before, two[0]), _bet_blind(before, two[1])),
        turn=turn,
    )
    return spot, deeds


def _opened(table: Table, seat: Seat) -> int:
    """At which of the deal's deeds a seat's hand was opened: its look, or where it had two hands, that it kept the one it saw."""
    if not table.open[seat]:
        return len(table.did)
    return max([at for at, deed in enumerate(table.did) if deed.seat == seat and deed.what in (Deed.LOOK, Deed.KEEP)], default=-1)


def _bet_blind(bets: Sequence[Did], seat: Seat) -> bool:
    return any(deed.blind for deed in bets if deed.seat == seat)


def _priors(rules: BragRules, view: View[Table], after: int) -> tuple[Floats, Floats]:
    """How likely each of the two holds each band of hands, by what they did before they were left alone."""
    table, me = view.public, view.seat
    assert me is not None
    then = replace(view, public=replace(table, did=table.did[:after]))
    reading = Reading(rules, then)
    found = []
    for seat in (me, _other(table, me)):
        if seat != me and (held := reading.ranges[seat]).places is not GRID:  # some of the cards have been seen
            weights = np.histogram(held.places, [0, *EDGES, 1], weights=held.plain + held.priced)[0]
        else:
            plain, priced = reading.likely(seat, MIDDLES.astype(float))
            weights = WIDTHS * (plain + priced)
        if len(table.hands[seat]) > 1:  # of two hands a first one above the middle is kept
            weights = weights * np.where(MIDDLES < 0.5, 0.5, 1.5)
        found.append((weights / weights.sum()).astype(np.float32))
    return found[0], found[1]


def _follow(terms: Terms, spot: Spot, deeds: Deeds, mine: Floats, theirs: Floats) -> Turn:
    """What is done now, where the two have come to it by these deeds."""
    instead: Floats | None = None
    at = 0
    while True:
        root, path = spot.root(), tuple[Move, ...]()
        bet = (
            next((move for player, move in deeds[at:] if player == 0 and isinstance(move, int)), None) if spot.turn == 0 else None
        )
        solved = _solved(terms, root, mine.tobytes(), theirs.tobytes(), b"" if instead is None else instead.tobytes(), bet)
        while at < len(deeds) and (deeds[at][1] == LOOK or deeds[at][0] == 0):
            move = deeds[at][1]
            spot, path, at = spot.looked() if move == LOOK else spot.betted(int(move)), (*path, move), at + 1
        if at == len(deeds):
            return solved.turns[path]
        # The other has bet: what could be won before is what may be taken instead of what can be won now
        chips, at = int(deeds[at][1]), at + 1
        spot = spot.betted(chips)
        mine, granted = solved.ranges.get(path, mine), solved.granted.get(path)
        instead = None if granted is None else granted + np.float32(chips + (root.pot - spot.pot) / 2)


@lru_cache(maxsize=_REMEMBERED)
def _solved(terms: Terms, root: Spot, mine: bytes, theirs: bytes, instead: bytes, bet: int | None) -> Solved:
    """A tree from here on, solved; arrays as bytes, so that they can be told apart."""
    tree = Tree(terms, root, () if bet is None else (bet,))
    held, other, taken = (np.frombuffer(each, np.float32) for each in (mine, theirs, instead))
    return solve(tree, held, other, taken if instead else None)
