"""A deal of two who are left, from where they were left alone: at each own decision the betting ahead is solved (`resolve`)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from msgspec.structs import replace

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
    after = _left_alone(table)
    spot, deeds = _course(rules, table, me, after)
    mine, theirs = _priors(rules, view, after)
    # A carried pot is worth two hands against one of each of the others in the next deal
    carries = rules.kept_blind is KeptBlind.ON and table.deal != rules.length
    kept = 2 / (len(table.playing) + 1) if carries else 1.0
    return _follow(Terms(rules.limits, kept, rules.last_chip is LastChip.COVERS), spot, deeds, mine, theirs)


def _other(table: Table, me: Seat) -> Seat:
    return next(seat for seat in table.betting if seat != me)


def _left_alone(table: Table) -> int:
    """After how many of the deal's deeds the two are followed."""
    if any(deed.what not in _FOLLOWED for deed in table.did):
        return len(table.did)
    return max([at for at, deed in enumerate(table.did, 1) if deed.what is Deed.FOLD], default=0)


def _course(rules: BragRules, table: Table, me: Seat, after: int) -> tuple[Spot, Deeds]:
    """Where the two stood then, and what they have done since."""
    two = (me, _other(table, me))
    since = table.did[after:]
    paid = [sum(deed.chips for deed in since if deed.seat == seat) for seat in two]
    bets = [deed for deed in table.did if deed.what is Deed.BET]
    before = [deed for deed in table.did[:after] if deed.what is Deed.BET]
    last = 0
    if before:
        last = before[-1].chips * (2 if before[-1].blind else 1)
    elif not since:
        last = table.last_bet
    turn = (len(bets) - len(before)) % 2
    looked = [_looked(table, seat, table.did[:after]) for seat in two]
    deeds: Deeds = []
    acting = turn
    for deed in since:
        player = two.index(deed.seat)
        if deed.what is Deed.BET:
            deeds.append((player, deed.chips))
            acting = 1 - acting
        elif deed.what is Deed.LOOK and len(table.hands[deed.seat]) == 1 and not _keeps(since, deed):
            if player == acting:
                deeds.append((player, LOOK))
            else:  # out of turn, before the first bet
                looked[player] = True
        elif deed.what is Deed.KEEP and table.open[deed.seat] and (player, LOOK) not in deeds:
            deeds.append((player, LOOK))
    blind = tuple([table.form.blind and not each for each in looked])
    spot = Spot(
        pot=total(table.pots) - sum(paid),
        last=last,
        chips=(
            table.chips[two[0]] + paid[0] + credit_of(rules, table, two[0]),
            table.chips[two[1]] + paid[1] + credit_of(rules, table, two[1]),
        ),
        blind=(blind[0], blind[1]),
        bet_blind=(_bet_blind(before, two[0]), _bet_blind(before, two[1])),
        turn=turn,
    )
    return spot, deeds


def _keeps(since: Sequence[Did], look: Did) -> bool:
    """Whether a look was at one of two hands."""
    return any(deed.what is Deed.KEEP and deed.seat == look.seat for deed in since)


def _looked(table: Table, seat: Seat, deeds: Sequence[Did]) -> bool:
    """Whether a seat had looked at the hand it plays after these deeds."""
    return table.open[seat] and any(deed.seat == seat and deed.what in (Deed.LOOK, Deed.KEEP) for deed in deeds)


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
