"""Solves the rest of the betting at each decision of a bot, once two players are left.

*Player 0* is the player for whom the bot decides, *player 1* the opponent.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from msgspec.structs import replace

from prial.betting.amounts import in_open_units
from prial.core.game import Seat, View
from prial.games.brag.bots.buying import FOLDS, outlasts, runs_out
from prial.games.brag.bots.lookahead import LOOK, Floats, Move, Spot, Terms, Tree, allowed, sizes
from prial.games.brag.bots.reading import GRID, Reading
from prial.games.brag.bots.resolve import EDGES, MIDDLES, WIDTHS, Solved, Turn, solve
from prial.games.brag.offer import credit_of, short_of
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import KeptBlind, LastChip, Short
from prial.games.brag.state import Deed, Did, Table

Deeds: TypeAlias = list[tuple[int, Move]]
"""The moves of the two players, in order: looking and betting. Each entry is a pair: the player (0 or 1), and the move."""

# Many deals begin alike, and each decision needs the trees of the earlier decisions in its deal
_REMEMBERED: Final = 2000
"""Number of solved trees kept in memory, about 10 KB each."""

# Below 1, a bet says less about the hand. With (1, 1), the bot would fold too often to a player who raises with any hand
_BELIEFS: Final = (0.15, 0.5)
"""How far to believe bets that were made while more than two players were left.

The numbers are for the bot's own bets and the opponent's.
"""
# Without this weight, the solution would have a strategy only for hands with the remembered cards
_DOUBT: Final = 0.02
"""Weight spread over all hands, so that no hand has weight 0."""


def turn_of(rules: BragRules, view: View[Table]) -> Turn:
    """Solve the betting between the last two players, at the turn of one of them.

    The result has a strategy for every hand that the player may hold.

    Args:
        rules: the table's rules.
        view: the view of the seat whose turn it is. Exactly two players must be left in the betting. Others may have
            covered pots.
    """
    table, me = view.public, view.seat
    assert me is not None
    after = left_alone(table)
    spot, deeds = course(rules, table, me, after)
    other = _other(table, me)
    reading = Reading(rules, replace(view, public=replace(table, did=table.did[:after])))
    spot = spot._replace(knows=(reading.knows(me), reading.knows(other)))
    mine, theirs = _priors(reading, other)
    purses = [table.chips[seat] + credit_of(rules, table, seat) for seat in (me, other)]
    stay = (outlasts(*purses), outlasts(*purses[::-1])) if runs_out(rules, table) else (False, False)
    # In the deal after a carried pot, its holder has two hands, and everybody else has one. But a holder who can outlast the
    # others by staying blind again is almost certain to win the pot
    carries = rules.kept_blind is KeptBlind.ON and table.deal != rules.length and not table.covered and not any(stay)
    hands = len(table.playing) + 1
    kept, folder = (2 / hands, 1 / hands) if carries else (1.0, 0.0)
    short = short_of(rules, table)
    covers = rules.last_chip is LastChip.COVERS and short is Short.COVER
    terms = Terms(rules.limits, kept, folder, covers, short in FOLDS, rules.ante, stay)
    return _follow(terms, spot, deeds, mine, theirs, _forced_loan(rules, table, me))


def _other(table: Table, me: Seat) -> Seat:
    return next(seat for seat in table.betting if seat != me)


def left_alone(table: Table) -> int:
    """Count the deal's actions up to the latest action by which a player folded or covered a pot, this action included.

    The result is 0 if there is no such action.

    After these actions, only two players still bet.
    """
    covers = _covers(table)
    return max([at + 1 for at, deed in enumerate(table.did) if deed.what is Deed.FOLD or at in covers], default=0)


def _covers(table: Table) -> set[int]:
    """Indexes of the bets that covered a pot."""
    # A seat that has covered a pot bets no more, so its last bet covered the pot
    last = {deed.seat: at for at, deed in enumerate(table.did) if deed.what is Deed.BET}
    return {last[seat] for seat in table.covered if seat in last}


def _contested(table: Table) -> int:
    """How many chips the last two players bet for."""
    # In older pots, the last two count as one player: only the better of their hands is compared with other hands
    return sum(pot.chips // (players + 1) for players, pot in enumerate(reversed(table.pots)))


def course(rules: BragRules, table: Table, me: Seat, after: int) -> tuple[Spot, Deeds]:
    """The state in which the betting of the last two players began, and their moves since then: looking and betting.

    The state includes chips that the two players bought or borrowed later, or may still borrow: all these chips can be bet.

    Args:
        rules: the table's rules.
        table: the public part of the state.
        me: the seat whose turn it is. This seat is player 0 in the result.
        after: number of actions in the deal before the betting of the two players began, from `left_alone`.
    """
    two = (me, _other(table, me))
    # A purchase doesn't begin the betting again: else a player could bluff, buy one chip, and be believed
    since = [(number, deed) for number, deed in enumerate(table.did) if number >= after and deed.seat in two]
    paid = [sum(deed.chips for _, deed in since if deed.what is Deed.BET and deed.seat == seat) for seat in two]
    covers = _covers(table)
    before = [deed for at, deed in enumerate(table.did[:after]) if deed.what is Deed.BET and at not in covers]
    bets = [deed for deed in table.did[after:] if deed.what is Deed.BET]
    opened = [_opened(table, seat) for seat in two]
    blind = [table.form.blind and at >= after for at in opened]
    acting = turn = len(bets) % 2
    deeds: Deeds = []
    for number, deed in since:
        player = two.index(deed.seat)
        if deed.what is Deed.BET:
            deeds.append((player, deed.chips))
            acting = 1 - acting
        elif number == opened[player] and player == acting:
            deeds.append((player, LOOK))
        elif number == opened[player]:  # out of turn, before the first bet
            blind[player] = False
    chips = [table.chips[seat] + paid[player] + credit_of(rules, table, seat) for player, seat in enumerate(two)]
    chips[0] += _forced_loan(rules, table, me)
    spot = Spot(
        pot=_contested(table) - sum(paid),
        last=in_open_units(before[-1].chips, blind=before[-1].blind) if before else 0,
        chips=(chips[0], chips[1]),
        blind=(blind[0], blind[1]),
        bet_blind=(_bet_blind(before, two[0]), _bet_blind(before, two[1])),
        turn=turn,
    )
    return spot, deeds


def _forced_loan(rules: BragRules, table: Table, me: Seat) -> int:
    """The most chips that the opponent can lend to the seat in this deal; 0 except under `Short.OPPONENT_CHOOSES`."""
    if short_of(rules, table) is not Short.OPPONENT_CHOOSES:
        return 0
    bet = [0] * len(table.chips)
    for deed in table.did:
        bet[deed.seat] += deed.chips if deed.what is Deed.BET else 0
    other = _other(table, me)
    # The opponent has to match the seat's bets, and so can lend only half of the difference between their chips
    return max(0, (table.chips[other] + bet[other] - table.chips[me] - bet[me]) // 2)


def _opened(table: Table, seat: Seat) -> int:
    """Index of the action by which a seat came to know its hand.

    The result is −1 without such an action, and ``len(table.did)`` for a blind hand.
    """
    if not table.open[seat]:
        return len(table.did)
    return max([at for at, deed in enumerate(table.did) if deed.seat == seat and deed.what in (Deed.LOOK, Deed.KEEP)], default=-1)


def _bet_blind(bets: Sequence[Did], seat: Seat) -> bool:
    return any(deed.blind for deed in bets if deed.seat == seat)


def _priors(reading: Reading, other: Seat) -> tuple[Floats, Floats]:
    """The ranges of the two players (a probability for each band of hands), guessed from the bets in ``reading``."""
    table, me = reading.table, reading.me
    found, (own, of_other) = [], _BELIEFS
    if len(table.playing) > 3:
        of_other = max(of_other, reading.believed(other))
    for seat, belief in ((me, own), (other, of_other)):
        places = reading.known_to(other) if seat == me else reading.ranges[other].places
        plain, priced = reading.likely(seat, MIDDLES.astype(float) if places is GRID else places)
        likely = plain + priced
        likely = (likely / likely.max()) ** belief  # divided, so that a great power doesn't make everything 0
        if places is not GRID:
            weights = np.histogram(places, [0, *EDGES, 1], weights=likely)[0]
            weights = weights / weights.sum() + _DOUBT * WIDTHS
        else:
            weights = WIDTHS * likely
        if len(table.hands[seat]) > 1:  # of two hands the first one is kept if it is above the middle
            weights = weights * np.where(MIDDLES < 0.5, 0.5, 1.5)
        found.append((weights / weights.sum()).astype(np.float32))
    return found[0], found[1]


def _follow(terms: Terms, spot: Spot, deeds: Deeds, mine: Floats, theirs: Floats, lent: int) -> Turn:
    """Solve the betting from ``spot`` on, and return the turn after ``deeds``. The ``lent`` chips are already in ``spot``."""
    instead: Floats | None = None
    at = 0
    while True:
        root, path = spot.root(), tuple[Move, ...]()
        # Borrowed chips can't pay for seeing
        terms = terms._replace(own=spot.chips[0] - lent if lent else None)
        also = added(terms, root, [move for _, move in deeds[at:]]) if root.turn == 0 else ()
        solved = _solved(terms, root, mine.tobytes(), theirs.tobytes(), b"" if instead is None else instead.tobytes(), also)
        while at < len(deeds) and (deeds[at][1] == LOOK or deeds[at][0] == 0):
            move = deeds[at][1]
            spot, path, at = spot.looked() if move == LOOK else spot.betted(int(move)), (*path, move), at + 1
        if at == len(deeds):
            return solved.turns[path]
        # Player 1 has bet. The next solution lets player 1 stop and take the chips that could be won before this bet
        chips, at = int(deeds[at][1]), at + 1
        spot = spot.betted(chips)
        mine, granted = solved.ranges.get(path, mine), solved.granted.get(path)
        instead = None if granted is None else granted + np.float32(chips + (root.pot - spot.pot) / 2)


def added(terms: Terms, root: Spot, moves: Iterable[Move]) -> tuple[int, ...]:
    """Find the first bet after a tree's root, if the tree lacks this bet.

    Args:
        terms: the rules.
        root: the tree's root.
        moves: the moves after the root (looking and betting), in order.
    Returns:
        The chips of the bet, as a tuple with one item. If no bet is missing, the tuple is empty.
    """
    spot = root
    for move in moves:
        if isinstance(move, int):
            bets = allowed(terms, spot)
            usual = sizes(bets.low, bets.high, spot.pot, blind=spot.blind[spot.turn], rich=True)
            return () if move in usual else (move,)
        spot = spot.looked()
    return ()


@lru_cache(maxsize=_REMEMBERED)
def _solved(terms: Terms, root: Spot, mine: bytes, theirs: bytes, instead: bytes, also: tuple[int, ...]) -> Solved:
    """The solution of a tree. Arrays are given as bytes, which can be keys of the cache."""
    tree = Tree(terms, root, also)
    held, other, taken = (np.frombuffer(each, np.float32) for each in (mine, theirs, instead))
    return solve(tree, held, other, taken if instead else None)
