/* Tries all 200,200 ways to make four hands from 13 cards, and finds the best vectors of strengths. The ten ways to part the last
   six cards into two hands are tried side by side. */
#include <math.h>
#include <stdint.h>

#define TOPS 0x8000800080008000ULL

static uint16_t strength[1 << 13]; /* index: a bit for each of three cards */
static int16_t sixes[1 << 13];     /* a number for each six cards; index: their bits */
static uint64_t better[1716][16], worse[1716][16]; /* strengths; [six cards][way], then zeros */

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t max(uint64_t a, uint64_t b) { return a < b ? b : a; }

static void prepare(const uint8_t *cards, const uint16_t *table) {
    for (int a = 0; a < 13; a++)
        for (int b = a + 1; b < 13; b++)
            for (int c = b + 1; c < 13; c++)
                strength[1 << a | 1 << b | 1 << c] = table[(cards[a] * 52 + cards[b]) * 52 + cards[c]];
    int n = 0;
    for (int six = 0; six < 1 << 13; six++) {
        if (__builtin_popcount(six) != 6)
            continue;
        int x[6], k = 0, way = 0;
        for (int i = 0; i < 13; i++)
            if (six >> i & 1)
                x[k++] = 1 << i;
        for (int b = 1; b < 6; b++)
            for (int c = b + 1; c < 6; c++, way++) {
                int hand = x[0] | x[b] | x[c];
                better[n][way] = max(strength[hand], strength[six ^ hand]);
                worse[n][way] = min(strength[hand], strength[six ^ hand]);
            }
        sixes[six] = n++;
    }
}

/* table[a][b][c] is the strength of cards a, b and c; found must have room for 4,096 vectors.
   Returns the number of best vectors. */
int enumerate(const uint8_t *cards, const uint16_t *table, uint64_t *found) {
    int n = 0;
    prepare(cards, table);
    for (int out = 0; out < 13; out++) {
        int twelve = 0x1fff ^ 1 << out, a = twelve & -twelve;
        for (int rest_b = twelve ^ a; rest_b; rest_b &= rest_b - 1) {
            int b = rest_b & -rest_b;
            for (int rest_c = rest_b ^ b; rest_c; rest_c &= rest_c - 1) {
                int first = a | b | (rest_c & -rest_c), nine = twelve ^ first, d = nine & -nine;
                for (int rest_e = nine ^ d; rest_e; rest_e &= rest_e - 1) {
                    int e = rest_e & -rest_e;
                    for (int rest_f = rest_e ^ e; rest_f; rest_f &= rest_f - 1) {
                        int second = d | e | (rest_f & -rest_f), six = sixes[nine ^ second];
                        uint64_t high = max(strength[first], strength[second]);
                        uint64_t low = min(strength[first], strength[second]);
                        uint64_t vectors[16], beaten[16];
                        for (int way = 0; way < 16; way++) {
                            uint64_t p = better[six][way], q = worse[six][way];
                            uint64_t inner = min(high, p), other = max(low, q);
                            vectors[way] = max(high, p) << 48 | max(inner, other) << 32 | min(inner, other) << 16 | min(low, q);
                            beaten[way] = way < 10 ? 0 : TOPS;
                        }
                        for (int i = 0; i < n; i++)
                            for (int way = 0; way < 16; way++)
                                beaten[way] |= ((((found[i] | TOPS) - vectors[way]) & TOPS) == TOPS) ? TOPS : 0;
                        uint64_t all = TOPS;
                        for (int way = 0; way < 16; way++)
                            all &= beaten[way];
                        if (all)
                            continue;
                        for (int way = 0; way < 10; way++) {
                            int matched = beaten[way] != 0, kept = 0;
                            for (int i = 0; i < n && !matched; i++)
                                matched = (((found[i] | TOPS) - vectors[way]) & TOPS) == TOPS;
                            if (matched)
                                continue;
                            for (int i = 0; i < n; i++)
                                if ((((vectors[way] | TOPS) - found[i]) & TOPS) != TOPS)
                                    found[kept++] = found[i];
                            found[kept] = vectors[way];
                            n = kept + 1;
                        }
                    }
                }
            }
        }
    }
    return n;
}

/* The worth of the best split. A split's worth is the sum of its chances in each place, win[place][strength], and of crash, which
   is a table over the root of the product of these chances, in 64 steps. */
double best(const uint8_t *cards, const uint16_t *table, const double *win, int strengths, const double *crash) {
    double top = 0;
    prepare(cards, table);
    for (int out = 0; out < 13; out++) {
        int twelve = 0x1fff ^ 1 << out, a = twelve & -twelve;
        for (int rest_b = twelve ^ a; rest_b; rest_b &= rest_b - 1) {
            int b = rest_b & -rest_b;
            for (int rest_c = rest_b ^ b; rest_c; rest_c &= rest_c - 1) {
                int first = a | b | (rest_c & -rest_c), nine = twelve ^ first, d = nine & -nine;
                for (int rest_e = nine ^ d; rest_e; rest_e &= rest_e - 1) {
                    int e = rest_e & -rest_e;
                    for (int rest_f = rest_e ^ e; rest_f; rest_f &= rest_f - 1) {
                        int second = d | e | (rest_f & -rest_f), six = sixes[nine ^ second];
                        uint64_t high = max(strength[first], strength[second]);
                        uint64_t low = min(strength[first], strength[second]);
                        for (int way = 0; way < 10; way++) {
                            uint64_t p = better[six][way], q = worse[six][way];
                            uint64_t inner = min(high, p), other = max(low, q);
                            double w = win[max(high, p)], x = win[strengths + max(inner, other)];
                            double y = win[2 * strengths + min(inner, other)], z = win[3 * strengths + min(low, q)];
                            double worth = w + x + y + z;
                            if (worth + 1 <= top)
                                continue;
                            double at = sqrt(w * x * y * z) * 64;
                            int step = at < 63 ? (int)at : 63;
                            worth += crash[step] + (crash[step + 1] - crash[step]) * (at - step);
                            top = worth > top ? worth : top;
                        }
                    }
                }
            }
        }
    }
    return top;
}

void bests(const uint8_t *hands, int count, const uint16_t *table, const double *win, int strengths, const double *crash,
           double *worths) {
    for (int i = 0; i < count; i++)
        worths[i] = best(hands + 13 * i, table, win, strengths, crash);
}

int fronts(const uint8_t *hands, int count, const uint16_t *table, uint64_t *found) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += enumerate(hands + 13 * i, table, found);
    return total;
}
