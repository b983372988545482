"""The compiled loops that deal and split hands.

The cards of a hand are sorted, greatest first. A candidate is a smaller hand, made of some of these cards. A split is two words
of 64 bits: its strengths (the vector) and its cards. In each word a place has 16 bits, and the last place has the lowest 16. Bit
i of a place's cards stands for the card at position i of the hand.
"""

# Numba infers the types when it compiles, and its intrinsics are called without their first argument.
# mypy: ignore-errors
# Arrays are passed one by one, and the search is four loops deep, because calls and lists would cost more time than the work.
# ruff: noqa: ARG001, C901

from math import sqrt

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

WORDS = 5  # thirteen cards make 286 hands of three, and up to three hands of four
"""Number of words (of 64 bits) in a set of candidates."""
MOST = 64 * WORDS
"""Greatest number of candidates of one hand."""
MOST_STRENGTHS = 4096
"""A number above the greatest strength of any ranking."""
MOST_FOUND = 4096  # no hand that was tried needed 600
"""Length of the array that holds the vectors found for one hand."""
BOUNDS = 256
"""Number of upper bounds that are stored for a sweep table (see `STEPS`)."""
STEPS = 64
"""Number of steps in a sweep table, which holds probabilities of winning all places. The index is ``STEPS * sqrt(p)``, where p is
the product of the places' probabilities."""

_TOPS = np.uint64(0x8000800080008000)
"""The highest bit of each of the four places in a vector."""
_FIELD = np.uint64(0xFFFF)
"""The 16 bits of one place."""
_NOBODY = np.uint64(0x8000)
"""The bit that marks entries after the last candidate, so that these entries are never chosen."""
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)

_TRIPLES = np.array([a * (a - 1) * (a - 2) // 6 for a in range(52)], np.int64)
"""``_TRIPLES[a]`` is C(a, 3): the index of the first hand whose greatest card is ``a``."""
_PAIRS = np.array([b * (b - 1) // 2 for b in range(52)], np.int64)
"""``_PAIRS[b]`` is C(b, 2): hands whose two greatest cards are a and b begin at ``_TRIPLES[a] + _PAIRS[b]``."""

# numba's cache compares only the date of a function's own file: all loops must be in this file
_jit = nb.njit(cache=True, nogil=True, error_model="numpy")


@intrinsic
def _lowest(context, word):
    """The position of the lowest set bit of a word. The word mustn't be 0."""

    def generate(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _apart(context, masks, word, cards):
    """Return 64 bits: bit i is set if ``masks[64 * word + i]`` shares no bit with ``cards``."""

    def generate(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        vector = ir.VectorType(ir.IntType(16), 64)
        start = builder.gep(array.data, [builder.shl(args[1], args[1].type(6))])
        some = builder.load(builder.bitcast(start, vector.as_pointer()))
        some.align = 2
        card_bits = builder.trunc(args[2], ir.IntType(16))
        lanes = builder.insert_element(ir.Constant(vector, ir.Undefined), card_bits, ir.IntType(32)(0))
        lanes = builder.shuffle_vector(lanes, lanes, ir.Constant(ir.VectorType(ir.IntType(32), 64), None))
        hit = builder.icmp_unsigned("==", builder.and_(some, lanes), ir.Constant(vector, None))
        return builder.bitcast(hit, ir.IntType(64))

    return types.uint64(masks, types.int64, types.uint64), generate


def workspace() -> tuple[np.ndarray, ...]:
    """Arrays for the work on one hand; each thread needs its own."""
    return (
        np.zeros(MOST, np.uint16),  # strengths of the candidates, falling
        np.zeros(MOST, np.uint16),  # cards of the candidates; all bits set after the last candidate
        np.zeros((2, MOST_FOUND), np.uint64),  # vectors found, and their hands
        np.zeros(MOST, np.uint32),  # unsorted candidates: the strength in the high bits, the cards in the low ones
        # For each strength: the number of its candidates; during sorting, the index for its next candidate
        np.zeros(MOST_STRENGTHS, np.uint16),
    )


@_jit
def prepare(cards, ranks, least, room):
    """Make the candidates of one hand and sort them, strongest first; returns the number of candidates."""
    triangle, fours, most = ranks
    strengths, masks, _, unsorted, starts = room
    count = cards.shape[0]
    starts[least : most + 1] = 0
    n = 0
    for a in range(count - 2):
        for b in range(a + 1, count - 1):
            base = _TRIPLES[cards[a]] + _PAIRS[cards[b]]
            pair = np.uint32(1 << a | 1 << b)
            for c in range(b + 1, count):
                strength = np.uint32(triangle[base + cards[c]])
                if strength >= least:
                    unsorted[n] = strength << 16 | pair | np.uint32(1 << c)
                    starts[strength] += 1
                    n += 1
    if fours[0]:
        for a in range(count - 3):
            if cards[a] >> 2 == cards[a + 3] >> 2:
                strength = np.uint32(fours[cards[a] >> 2])
                unsorted[n] = strength << 16 | np.uint32(15 << a)
                starts[strength] += 1
                n += 1
    start = np.uint16(0)
    for strength in range(most, least - 1, -1):
        size = starts[strength]
        starts[strength] = start
        start += size
    for k in range(n):
        one = unsorted[k]
        at = starts[one >> 16]
        starts[one >> 16] = at + 1
        strengths[at] = one >> 16
        masks[at] = one & 0xFFFF
    masks[n:] = 0xFFFF
    return n


@_jit
def _matched(found, count, vector):
    """Whether a found vector is at least as good as ``vector`` in every place."""
    # Eight comparisons in one step; the entries after the last found vector are 0
    for start in range(0, count, 8):
        hits = _ONE ^ _ONE
        for e in range(start, start + 8):
            hits |= np.uint64(((found[0, e] | _TOPS) - vector) & _TOPS == _TOPS)
        if hits:
            return True
    return False


@_jit
def _record(found, n, vector, hands):
    """Add a split to the found ones, and drop those that it dominates.

    ``found`` stays sorted, greatest first. Return the number of found splits.
    """
    kept = 0
    for e in range(n):
        if ((vector | _TOPS) - found[0, e]) & _TOPS != _TOPS:
            found[0, kept], found[1, kept] = found[0, e], found[1, e]
            kept += 1
    at = kept
    while at > 0 and found[0, at - 1] < vector:
        found[0, at], found[1, at] = found[0, at - 1], found[1, at - 1]
        at -= 1
    found[0, at], found[1, at] = vector, hands
    found[0, kept + 1 : kept + 9] = 0
    return kept + 1


@_jit
def front(cards, places, ranks, least, room):
    """Find all undominated splits of one hand, strongest first.

    Write them to ``room[2]``, and return their number, or -1 for too many.
    """
    strengths, masks, found, _, _ = room
    words = (prepare(cards, ranks, least, room) + 63) >> 6
    found[0, :8] = 0
    n = 0
    # With fewer than four places, the first loops run once and choose no hand
    skip_a, skip_b, skip_c = places < 4, places < 3, places < 2
    open_a = True
    for word_a in range(1 if skip_a else words):
        todo_a = _ONE if skip_a else _apart(masks, word_a, _NOBODY)
        while todo_a and open_a:
            bit_a = _lowest(todo_a)
            todo_a &= todo_a - _ONE
            vector_a, hands_a, used_a = np.uint64(0), np.uint64(0), _NOBODY
            if not skip_a:
                k = 64 * word_a + np.int64(bit_a)
                last = np.uint64(strengths[k])
                vector_a = last << np.uint64(48)
                # Strengths never rise from place to place. So if a found split is as strong as the hands chosen so far, and its
                # last hand is as strong as this candidate, no split that could still follow is stronger in any place
                if _matched(found, n, vector_a | last):
                    open_a = False
                    break
                used_a |= np.uint64(masks[k])
                hands_a = np.uint64(masks[k]) << np.uint64(48)
            open_b = True
            for word_b in range(word_a, word_a + 1 if skip_b else words):
                todo_b = _ONE if skip_b else _apart(masks, word_b, used_a)
                if word_b == word_a and not skip_a and not skip_b:
                    todo_b &= todo_a
                while todo_b and open_b:
                    bit_b = _lowest(todo_b)
                    todo_b &= todo_b - _ONE
                    vector_b, hands_b, used_b = vector_a, hands_a, used_a
                    if not skip_b:
                        k = 64 * word_b + np.int64(bit_b)
                        last = np.uint64(strengths[k])
                        vector_b |= last << np.uint64(32)
                        if _matched(found, n, vector_b | last):
                            open_b = False
                            break
                        used_b |= np.uint64(masks[k])
                        hands_b |= np.uint64(masks[k]) << np.uint64(32)
                    open_c = True
                    for word_c in range(word_b, word_b + 1 if skip_c else words):
                        todo_c = _ONE if skip_c else _apart(masks, word_c, used_b)
                        if word_c == word_b and not skip_b and not skip_c:
                            todo_c &= todo_b
                        while todo_c and open_c:
                            bit_c = _lowest(todo_c)
                            todo_c &= todo_c - _ONE
                            vector, hands, used = vector_b, hands_b, used_b
                            word, todo = word_c, _apart(masks, word_c, used_b)
                            if not skip_c:
                                k = 64 * word_c + np.int64(bit_c)
                                last = np.uint64(strengths[k])
                                vector |= last << np.uint64(16)
                                if _matched(found, n, vector | last):
                                    open_c = False
                                    break
                                used |= np.uint64(masks[k])
                                hands |= np.uint64(masks[k]) << np.uint64(16)
                                todo = todo_c & _apart(masks, word, used)
                            while todo == 0 and word + 1 < words:
                                word += 1
                                todo = _apart(masks, word, used)
                            if todo:
                                k = 64 * word + np.int64(_lowest(todo))
                                vector |= np.uint64(strengths[k])
                                hands |= np.uint64(masks[k])
                            if not _matched(found, n, vector):
                                if n == MOST_FOUND - 9:
                                    return -1
                                n = _record(found, n, vector, hands)
                    if open_c and not _matched(found, n, vector_b):
                        n = _record(found, n, vector_b, hands_b)
            if open_b and not _matched(found, n, vector_a):
                n = _record(found, n, vector_a, hands_a)
    if n == 0:
        n = _record(found, n, np.uint64(0), np.uint64(0))
    return n


@_jit
def greedy(cards, places, ranks, least, room):
    """Find the split with the strongest first hand, then the strongest second hand, and so on. Return its vector and cards."""
    strengths, masks, stack, _, _ = room
    words = (prepare(cards, ranks, least, room) + 63) >> 6
    # For each place: the index of the word whose candidates are being tried, the candidates of this word not tried yet, the
    # strength of the first candidate tried, and the vector, the hands and the cards so far
    at, todo, tops, chosen, hands, used = (
        stack[0, :5],
        stack[0, 8:13],
        stack[0, 16:21],
        stack[1, :5],
        stack[1, 8:13],
        stack[1, 16:21],
    )
    at[0] = tops[0] = chosen[0] = hands[0] = 0
    used[0] = _NOBODY
    todo[0] = _apart(masks, 0, _NOBODY)
    best, best_hands = chosen[0], hands[0]
    place = 0
    while place >= 0:
        word, bits = np.int64(at[place]), todo[place]
        while bits == 0 and word + 1 < words:
            word += 1
            bits = _apart(masks, word, used[place])
        if bits == 0:
            if chosen[place] > best:
                best, best_hands = chosen[place], hands[place]
            place -= 1
            continue
        shift = np.uint64(16 * (places - 1 - place))
        k = 64 * word + np.int64(_lowest(bits))
        strength = np.uint64(strengths[k])
        vector = chosen[place] | strength << shift
        # The first candidate tried in a place is the strongest. Of the others, only those of the same strength may lead to a
        # better split
        if strength < tops[place] or vector < best >> shift << shift:
            place -= 1
            continue
        hand = hands[place] | np.uint64(masks[k]) << shift
        if place == places - 1:
            if vector > best:
                best, best_hands = vector, hand
            place -= 1
            continue
        bits &= bits - _ONE
        at[place], todo[place], tops[place] = word, bits, strength
        place += 1
        chosen[place], hands[place], used[place] = vector, hand, used[place - 1] | np.uint64(masks[k])
        at[place], todo[place], tops[place] = word, bits & _apart(masks, word, used[place]), 0
    return best, best_hands


@intrinsic
def _bits(context, number):
    """The bits of a floating-point number."""

    def generate(context, builder, signature, args):
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), generate


@_jit
def _first_bits(product):
    """Find the index of the upper bound for a product of probabilities.

    Smaller products have greater indices.
    """
    # The exponent and the next four bits of the floating-point number
    return min(0x3FF0 - (_bits(product) >> 48), BOUNDS - 1)


@_jit
def _sweep(product, sweep):
    """Interpolate a sweep table (see `STEPS`) at a product of probabilities."""
    at = sqrt(product) * STEPS
    step = min(np.int64(at), STEPS - 1)
    return sweep[step] + (sweep[step + 1] - sweep[step]) * (at - step)


@_jit
def best(cards, places, ranks, least, room, policy):
    """Find the split with the greatest worth. Return its vector, its cards and its worth."""
    # tables: for each of four places (the first ones unused if there are fewer) and each strength, the chance to win the place,
    # this chance times its weight, the product of the chances from this place on, and the sum of the weighted ones.
    # sweep: the sweep table times its weight; bounds: upper bounds of its values. Unsigned indices spare numba a check
    tables, sweep, bounds = policy
    row_b = np.uint64(tables.shape[0] >> 2)
    row_c, row_d = row_b + row_b, row_b + row_b + row_b
    strengths, masks, _, _, _ = room
    words = (prepare(cards, ranks, least, room) + 63) >> 6
    top, top_vector, top_hands = 0.0, np.uint64(0), np.uint64(0)
    skip_a, skip_b, skip_c = places < 4, places < 3, places < 2
    open_a = True
    for word_a in range(1 if skip_a else words):
        todo_a = _ONE if skip_a else _apart(masks, word_a, _NOBODY)
        while todo_a and open_a:
            bit_a = _lowest(todo_a)
            todo_a &= todo_a - _ONE
            vector_a, hands_a, used_a, sum_a, product_a = np.uint64(0), np.uint64(0), _NOBODY, 0.0, 1.0
            if not skip_a:
                k = np.uint64(64 * word_a) + bit_a
                s = strengths[k]
                at = np.uint64(s) << _TWO
                if tables[at + _THREE] + bounds[_first_bits(tables[at + _TWO])] <= top:
                    open_a = False
                    break
                sum_a, product_a = tables[at + _ONE], tables[at]
                used_a |= np.uint64(masks[k])
                vector_a, hands_a = np.uint64(s) << np.uint64(48), np.uint64(masks[k]) << np.uint64(48)
            open_b = True
            for word_b in range(word_a, word_a + 1 if skip_b else words):
                todo_b = _ONE if skip_b else _apart(masks, word_b, used_a)
                if word_b == word_a and not skip_a and not skip_b:
                    todo_b &= todo_a
                while todo_b and open_b:
                    bit_b = _lowest(todo_b)
                    todo_b &= todo_b - _ONE
                    vector_b, hands_b, used_b, sum_b, product_b = vector_a, hands_a, used_a, sum_a, product_a
                    if not skip_b:
                        k = np.uint64(64 * word_b) + bit_b
                        s = strengths[k]
                        at = row_b + (np.uint64(s) << _TWO)
                        if sum_a + tables[at + _THREE] + bounds[_first_bits(product_a * tables[at + _TWO])] <= top:
                            open_b = False
                            break
                        sum_b, product_b = sum_a + tables[at + _ONE], product_a * tables[at]
                        used_b |= np.uint64(masks[k])
                        vector_b |= np.uint64(s) << np.uint64(32)
                        hands_b |= np.uint64(masks[k]) << np.uint64(32)
                    open_c = True
                    for word_c in range(word_b, word_b + 1 if skip_c else words):
                        todo_c = _ONE if skip_c else _apart(masks, word_c, used_b)
                        if word_c == word_b and not skip_b and not skip_c:
                            todo_c &= todo_b
                        while todo_c and open_c:
                            bit_c = _lowest(todo_c)
                            todo_c &= todo_c - _ONE
                            vector, hands, used, total, product = vector_b, hands_b, used_b, sum_b, product_b
                            word, todo = word_c, _apart(masks, word_c, used_b)
                            if not skip_c:
                                k = np.uint64(64 * word_c) + bit_c
                                s = strengths[k]
                                at = row_c + (np.uint64(s) << _TWO)
                                if sum_b + tables[at + _THREE] + bounds[_first_bits(product_b * tables[at + _TWO])] <= top:
                                    open_c = False
                                    break
                                total, product = sum_b + tables[at + _ONE], product_b * tables[at]
                                used |= np.uint64(masks[k])
                                vector |= np.uint64(s) << np.uint64(16)
                                hands |= np.uint64(masks[k]) << np.uint64(16)
                                todo = todo_c & _apart(masks, word, used)
                            while todo == 0 and word + 1 < words:
                                word += 1
                                todo = _apart(masks, word, used)
                            strength = np.uint16(0)
                            if todo:
                                k = np.uint64(64 * word) + _lowest(todo)
                                strength = strengths[k]
                                hands |= np.uint64(masks[k])
                            at = row_d + (np.uint64(strength) << _TWO)
                            total += tables[at + _THREE]
                            product *= tables[at + _TWO]
                            if total + bounds[_first_bits(product)] > top:
                                total += _sweep(product, sweep)
                                if total > top:
                                    top, top_vector, top_hands = total, vector | np.uint64(strength), hands
                    if open_c and sum_b > top:
                        top, top_vector, top_hands = sum_b, vector_b, hands_b
            if open_b and sum_a > top:
                top, top_vector, top_hands = sum_a, vector_a, hands_a
    return top_vector, top_hands, top


@_jit
def _unpack(word, row):
    """Copy the 16 bits of each place from ``word`` to an entry of the array ``row``, shape (places,)."""
    places = row.shape[0]
    for place in range(places):
        row[place] = word >> np.uint64(16 * (places - 1 - place)) & _FIELD


@_jit
def fronts(hands, ranks, least, room, counts, vectors, choices):
    """Find each hand's undominated splits, and write what `front` returns to ``counts``.

    Write the first splits' strengths to ``vectors`` and their cards to ``choices``, both of shape (hands, limit, places).
    """
    found = room[2]
    for i in range(hands.shape[0]):
        count = front(hands[i], vectors.shape[2], ranks, least, room)
        counts[i] = count
        for e in range(min(count, vectors.shape[1])):
            _unpack(found[0, e], vectors[i, e])
            _unpack(found[1, e], choices[i, e])


@_jit
def arrange(hands, ranks, least, room, policy, vectors, choices):
    """Find each hand's split with `best`.

    Write strengths to ``vectors`` and cards to ``choices``, both of shape (hands, places).
    """
    for i in range(hands.shape[0]):
        vector, choice, _ = best(hands[i], vectors.shape[1], ranks, least, room, policy)
        _unpack(vector, vectors[i])
        _unpack(choice, choices[i])


@_jit
def arrange_greedy(hands, ranks, least, room, vectors, choices):
    """Find each hand's split with `greedy`.

    Write strengths to ``vectors`` and cards to ``choices``, both of shape (hands, places).
    """
    for i in range(hands.shape[0]):
        # One function for `best` and `greedy` would take longer to compile
        vector, choice = greedy(hands[i], vectors.shape[1], ranks, least, room)
        _unpack(vector, vectors[i])
        _unpack(choice, choices[i])


@_jit
def _draw(state):
    """The next 64 random bits of xoshiro256++ (Blackman and Vigna, 2019)."""
    total = state[0] + state[3]
    bits = (total << np.uint64(23) | total >> np.uint64(41)) + state[0]
    kept = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= kept
    state[3] = state[3] << np.uint64(45) | state[3] >> np.uint64(19)
    return bits


@_jit
def _below_bound(state, bound):
    """A whole number from 0 to bound - 1; all are equally likely (Lemire, 2019)."""
    low = np.uint64(0xFFFFFFFF)
    product = (_draw(state) >> np.uint64(32)) * bound
    if product & low < bound:
        refused = (np.uint64(1) << np.uint64(32)) % bound
        while product & low < refused:
            product = (_draw(state) >> np.uint64(32)) * bound
    return np.int64(product >> np.uint64(32))


@_jit
def _deal(state, pack, hands):
    """Shuffle the needed part of the pack, and deal hands with the greatest card first."""
    players, count = hands.shape
    for i in range(players * count):
        j = i + _below_bound(state, np.uint64(52 - i))
        pack[i], pack[j] = pack[j], pack[i]
    for player in range(players):
        held = _ONE ^ _ONE
        for i in range(count):
            held |= _ONE << np.uint64(51 - pack[player * count + i])
        for i in range(count):
            hands[player, i] = 51 - _lowest(held)
            held &= held - _ONE


@_jit
def deal(state, hands):
    """Fill ``hands``, shape (deals, players, cards), with deals from shuffled packs."""
    pack = np.arange(52).astype(np.uint8)
    for i in range(hands.shape[0]):
        _deal(state, pack, hands[i])


@intrinsic
def _sixteen(context, first, second, third, by_ranks, out, start):
    """Look up sixteen strengths with one gather instruction, which LLVM wouldn't use for an ordinary loop."""

    def generate(context, builder, signature, args):
        kinds = signature.args[:5]
        arrays = [context.make_array(kinds[i])(context, builder, args[i]).data for i in range(5)]
        i8, i16, i32, i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))

        def lanes(kind):
            return ir.VectorType(kind, 16)

        def every(number, kind=i32):
            return ir.Constant(lanes(kind), [number] * 16)

        def cards(array):
            some = builder.load(builder.bitcast(builder.gep(array, [args[5]]), lanes(i8).as_pointer()))
            some.align = 1
            return builder.zext(some, lanes(i32))

        a, b, c = (cards(array) for array in arrays[:3])
        at = builder.mul(builder.lshr(a, every(2)), every(13))
        at = builder.mul(builder.add(at, builder.lshr(b, every(2))), every(13))
        at = builder.add(at, builder.lshr(c, every(2)))
        suits = builder.and_(builder.or_(builder.xor(a, b), builder.xor(a, c)), every(3))
        at = builder.add(at, builder.select(builder.icmp_unsigned("==", suits, every(0)), every(13**3), every(0)))
        base = builder.insert_element(ir.Constant(lanes(i64), ir.Undefined), builder.ptrtoint(arrays[3], i64), i32(0))
        base = builder.shuffle_vector(base, base, ir.Constant(lanes(i32), None))
        addresses = builder.add(base, builder.shl(builder.zext(at, lanes(i64)), every(2, i64)))
        kinds = [lanes(i32.as_pointer()), i32, lanes(ir.IntType(1)), lanes(i32)]
        gather = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(lanes(i32), kinds), "llvm.masked.gather.v16i32.v16p0"
        )
        pointers = builder.inttoptr(addresses, kinds[0])
        undefined = ir.Constant(lanes(i32), ir.Undefined)
        found = builder.call(gather, [pointers, i32(4), every(1, ir.IntType(1)), undefined])
        target = builder.bitcast(builder.gep(arrays[4], [args[5]]), lanes(i16).as_pointer())
        builder.store(builder.trunc(found, lanes(i16)), target).align = 2
        return context.get_dummy_value()

    return types.void(first, second, third, by_ranks, out, types.int64), generate


@_jit
def strengths(first, second, third, by_ranks, out):
    """Fill ``out`` with strengths from the table of `prial.arrange.strengths.by_ranks`. Card arrays must be contiguous."""
    count = out.shape[0]
    for start in range(0, count - 15, 16):
        _sixteen(first, second, third, by_ranks, out, start)
    for i in range(count & ~15, count):
        a, b, c = np.int64(first[i]), np.int64(second[i]), np.int64(third[i])
        one_suit = ((a ^ b) | (a ^ c)) & 3 == 0
        out[i] = by_ranks[(a >> 2) * 169 + (b >> 2) * 13 + (c >> 2) + 13**3 * one_suit]


@_jit
def strengths_by_card(first, second, third, table, out):
    """Fill ``out`` with ``table[a, b, c]`` for the cards a, b and c of each hand. Rankings with wild cards need such a table."""
    for i in range(out.shape[0]):
        out[i] = table[first[i], second[i], third[i]]
