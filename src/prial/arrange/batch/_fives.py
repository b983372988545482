"""Compiled loops that lay 13 cards in three rows.

The lower and middle rows have five cards each, the upper row has three. A setting is the three rows of a hand. A set of cards is
13 bits: bit 0 stands for the greatest card, bit 12 for the least.
"""

# Numba infers the types when it compiles, and its intrinsics are called without their first argument.
# mypy: ignore-errors
# ruff: noqa: ARG001, PLR0913, PLR0917

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

CARDS = 13
"""Number of cards in a hand."""
SETS = 1 << CARDS
"""Number of sets that can be made of a hand's cards, the empty set included."""
LANES = 32
"""Number of sets that one vector operation handles."""
FIVES, MIDDLES = 1287, 56
"""Number of lower rows that can be made of a hand, and number of middle rows beside each lower row."""

_ALL = np.uint64(SETS - 1)
# numba's cache compares only the date of a function's own file: all loops must be in this file
_jit = nb.njit(cache=True, nogil=True, error_model="numpy")


def _at(context, builder, kind, array, start):
    """A pointer to 32 numbers of an array, from ``start`` on, as one vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), ir.VectorType(ir.IntType(16), LANES).as_pointer())


def _greater(builder, one, other):
    return builder.select(builder.icmp_unsigned(">", one, other), one, other)


@intrinsic
def _within(context, strengths, best, start):
    """Do the first step of `_strongest` for 32 sets, from ``start`` on. ``start`` must be a multiple of 32."""

    def generate(context, builder, signature, args):
        kinds = signature.args
        some = builder.load(_at(context, builder, kinds[0], args[0], args[2]))
        some.align = 2
        for card in range(5):  # each set also gets the strengths of its subsets among the 32 sets
            without = [lane & ~(1 << card) for lane in range(LANES)]
            moved = builder.shuffle_vector(some, some, ir.Constant(ir.VectorType(ir.IntType(32), LANES), without))
            some = _greater(builder, some, moved)
        builder.store(some, _at(context, builder, kinds[1], args[1], args[2])).align = 2
        return context.get_dummy_value()

    return types.void(strengths, best, types.uint64), generate


@intrinsic
def _raise(context, best, start, other):
    """For each i below 32: ``best[start + i] = max(best[start + i], best[other + i])``."""

    def generate(context, builder, signature, args):
        target = _at(context, builder, signature.args[0], args[0], args[1])
        one = builder.load(target)
        two = builder.load(_at(context, builder, signature.args[0], args[0], args[2]))
        one.align = two.align = 2
        builder.store(_greater(builder, one, two), target).align = 2
        return context.get_dummy_value()

    return types.void(best, types.uint64, types.uint64), generate


def workspace() -> tuple[np.ndarray, ...]:
    """Arrays for the work on one hand; each thread needs its own."""
    return (
        np.zeros(SETS, np.uint16),  # strengths of sets of five and of three cards, by the set
        np.zeros(SETS, np.uint16),  # strengths, indexed by set; only for sets of three cards
        np.zeros(SETS, np.uint16),  # greatest strength of five cards within a set of at least five
        np.zeros(SETS, np.uint16),  # greatest strength of three cards within a set
        np.zeros(FIVES, np.float64),  # by lower row, an upper bound of the worth of its settings
    )


@_jit
def _strongest(strengths, best):
    """Fill in ``best``: ``best[s]`` becomes the greatest strength of any subset of the set s, s included."""
    for start in range(0, SETS, LANES):
        _within(strengths, best, np.uint64(start))
    half = LANES
    while half < SETS:
        for base in range(0, SETS, 2 * half):
            for start in range(base, base + half, LANES):
                _raise(best, np.uint64(start + half), np.uint64(start))
        half *= 2


@_jit
def _prepare(cards, ranks, steps, room):
    """For one hand, fill in all arrays of ``room`` except the last. Comments in `workspace` say what each array holds."""
    fives, threes, flushes = ranks
    strengths, upper_strengths, best_five, best_three, _ = room
    suits = np.zeros(4, np.int64)
    for a in range(CARDS):
        suits[cards[a] & 3] += 1
        for b in range(a + 1, CARDS):
            two = np.uint64(1 << a | 1 << b)
            two_five = steps[4, cards[a] >> 2] + steps[3, cards[b] >> 2]
            two_three = steps[2, cards[a] >> 2] + steps[1, cards[b] >> 2]
            for c in range(b + 1, CARDS):
                three = two | np.uint64(1 << c)
                strength = threes[two_three + steps[0, cards[c] >> 2]]
                strengths[three] = strength
                upper_strengths[three] = strength
                three_five = two_five + steps[2, cards[c] >> 2]
                for d in range(c + 1, CARDS):
                    four = three | np.uint64(1 << d)
                    four_five = three_five + steps[1, cards[d] >> 2]
                    for e in range(d + 1, CARDS):
                        strengths[four | np.uint64(1 << e)] = fives[four_five + steps[0, cards[e] >> 2]]
    for suit in range(4):
        if suits[suit] >= 5:
            _suited(cards, suit, suits[suit], flushes, strengths)
    _strongest(strengths, best_five)
    _strongest(upper_strengths, best_three)


@_jit
def _suited(cards, suit, count, flushes, strengths):
    """Fill in the strengths of all flushes: sets of five cards that are all of the suit ``suit``."""
    at, bits = np.zeros((2, CARDS), np.uint64)
    n = 0
    for i in range(CARDS):
        if cards[i] & 3 == suit:
            at[n], bits[n] = 1 << i, 1 << (cards[i] >> 2)
            n += 1
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                for d in range(c + 1, count):
                    for e in range(d + 1, count):
                        ranks = bits[a] | bits[b] | bits[c] | bits[d] | bits[e]
                        strengths[at[a] | at[b] | at[c] | at[d] | at[e]] = flushes[ranks]


@_jit
def _units(rows, joint, cells, shares, strides, lower, middle, upper):
    """The worth of a setting, computed as in `Worth.units`."""
    x, y, z = shares[0, lower], shares[1, middle], shares[2, upper]
    wide, deep = strides
    at = np.uint64(cells[0, lower] + cells[1, middle] + cells[2, upper])
    one = np.uint64(1)
    low, high = joint[at], joint[at + deep]
    low += (joint[at + one] - low) * z
    high += (joint[at + deep + one] - high) * z
    near = low + (high - low) * y
    low, high = joint[at + wide], joint[at + wide + deep]
    low += (joint[at + wide + one] - low) * z
    high += (joint[at + wide + deep + one] - high) * z
    far = low + (high - low) * y
    return rows[0, lower] + rows[1, middle] + rows[2, upper] + (near + (far - near) * x)


@_jit
def _best(cards, ways, ranks, steps, worth, level, room, vector, masks):
    """Find a hand's setting with the greatest worth, and write its rows into ``vector`` (strengths) and ``masks`` (cards)."""
    lowers, middles = ways
    rows, joint, cells, shares, strides, nexts = worth
    strengths, _, best_five, best_three, bounds = room
    _prepare(cards, ranks, steps, room)
    first, most, strongest = np.uint64(0), -np.inf, np.uint64(0)
    for k in range(FIVES):
        five = np.uint64(lowers[k])
        lower = np.uint64(strengths[five])
        rest = _ALL ^ five
        middle = min(np.uint64(best_five[rest]), lower)
        upper = np.uint64(best_three[rest])
        # An upper bound of all worths with this lower row: here the middle and the upper row may share cards
        bound = rows[0, lower] + rows[1, middle] + rows[2, upper]
        bound += joint[np.uint64(nexts[0, lower] + nexts[1, middle] + nexts[2, upper])]
        bounds[k] = bound
        if bound > most or (bound == most and lower > strongest):
            first, most, strongest = np.uint64(k), bound, lower
    top, top_word, top_number, top_lower, top_middle = -np.inf, np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    sixteen = np.uint64(16)
    for turn in range(FIVES + 1):
        k = np.uint64(turn - 1) if turn else first
        if bounds[k] < top:
            continue
        five = np.uint64(lowers[k])
        lower = np.uint64(strengths[five])
        if bounds[k] == top and lower < top_word >> np.uint64(32):
            continue
        rest = _ALL ^ five
        highest = min(np.uint64(best_five[rest]), lower)
        if _units(rows, joint, cells, shares, strides, lower, highest, np.uint64(best_three[rest])) < top:
            continue
        for m in range(MIDDLES):
            other = np.uint64(middles[k, m])
            middle, upper = np.uint64(strengths[other]), np.uint64(strengths[rest ^ other])
            if middle > lower or upper >= middle or (middle == lower and not level):
                continue
            bound = rows[0, lower] + rows[1, middle] + rows[2, upper]
            bound += joint[np.uint64(nexts[0, lower] + nexts[1, middle] + nexts[2, upper])]
            if bound < top:
                continue
            units = _units(rows, joint, cells, shares, strides, lower, middle, upper)
            if units < top:
                continue
            word = (lower << sixteen | middle) << sixteen | upper
            if units > top or word > top_word or (word == top_word and k < top_number):
                top, top_word, top_number, top_lower, top_middle = units, word, k, five, other
    vector[0], vector[1], vector[2] = top_word >> np.uint64(32), top_word >> sixteen, top_word
    masks[0], masks[1], masks[2] = top_lower, top_middle, _ALL ^ top_lower ^ top_middle


@_jit
def best(hands, ways, ranks, steps, worth, level, room, vectors, masks):
    """Find the best setting of each hand: ``vectors`` gets strengths, ``masks`` gets cards, both of shape (hands, 3)."""
    for i in range(hands.shape[0]):
        _best(hands[i], ways, ranks, steps, worth, level, room, vectors[i], masks[i])


@_jit
def strengths(hands, ranks, steps, out):
    """Fill ``out`` with the strengths of hands of five or of three cards. Cards may be in any order."""
    fives, threes, flushes = ranks
    count = hands.shape[1]
    rising = np.zeros(5, np.uint8)
    for i in range(hands.shape[0]):
        suits, bits = 0, np.uint64(0)
        for k in range(count):
            card = hands[i, k]
            suits |= card ^ hands[i, 0]
            bits |= np.uint64(1) << np.uint64(card >> 2)
            at = k
            while at > 0 and rising[at - 1] > card >> 2:
                rising[at] = rising[at - 1]
                at -= 1
            rising[at] = card >> 2
        number = np.uint64(0)
        for k in range(count):
            number += steps[k, rising[k]]
        if count == 3:
            out[i] = threes[number]
        else:
            out[i] = fives[number] if suits & 3 else flushes[bits]
