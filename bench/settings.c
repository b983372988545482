/* Tries all 72,072 ways to set 13 cards in rows of five, five and three, and finds the greatest worth. */
#include <stdint.h>

#define ALL 0x1fff

static uint16_t strength[1 << 13]; /* index: a bit for each of the five or three cards */

/* cards: greatest first. The sum of steps[at][rank] over the cards of a row, the lowest card at 0, is the index of their ranks in
   fives or threes. */
static void prepare(const uint8_t *cards, const uint16_t *fives, const uint16_t *threes, const uint16_t *flushes,
                    const int64_t *steps) {
    for (int set = 0; set <= ALL; set++) {
        int count = __builtin_popcount(set);
        if (count != 5 && count != 3)
            continue;
        int number = 0, ranks = 0, suits = 0, first = cards[__builtin_ctz(set)], at = count;
        for (int rest = set; rest; rest &= rest - 1) {
            int card = cards[__builtin_ctz(rest)];
            number += steps[13 * --at + (card >> 2)];
            ranks |= 1 << (card >> 2);
            suits |= card ^ first;
        }
        strength[set] = count == 3 ? threes[number] : suits & 3 ? fives[number] : flushes[ranks];
    }
}

/* rows, cells and shares are indexed by place and strength, as in prial.arrange.worth; cells holds offsets in joint. The two rows
   of five may be equally strong. */
static double best(const uint8_t *cards, const uint16_t *fives, const uint16_t *threes, const uint16_t *flushes,
                   const int64_t *steps, const double *rows, const int64_t *cells, const double *shares, int strengths,
                   const double *joint, int wide, int deep) {
    double top = -1e300;
    prepare(cards, fives, threes, flushes, steps);
    for (int five = 0; five <= ALL; five++) {
        if (__builtin_popcount(five) != 5)
            continue;
        int rest = ALL ^ five, a = strength[five];
        for (int other = rest & -rest; other; other = (other - rest) & rest) {
            if (__builtin_popcount(other) != 5)
                continue;
            int b = strength[other], c = strength[rest ^ other];
            if (b > a || c >= b)
                continue;
            const double *at = joint + cells[a] + cells[strengths + b] + cells[2 * strengths + c];
            double x = shares[a], y = shares[strengths + b], z = shares[2 * strengths + c], edge[4];
            for (int k = 0; k < 4; k++) {
                const double *low = at + (k & 2 ? wide : 0) + (k & 1 ? deep : 0);
                edge[k] = low[0] + (low[1] - low[0]) * z;
            }
            double near = edge[0] + (edge[1] - edge[0]) * y, far = edge[2] + (edge[3] - edge[2]) * y;
            double worth = rows[a] + rows[strengths + b] + rows[2 * strengths + c] + near + (far - near) * x;
            top = worth > top ? worth : top;
        }
    }
    return top;
}

void bests(const uint8_t *hands, int count, const uint16_t *fives, const uint16_t *threes, const uint16_t *flushes,
           const int64_t *steps, const double *rows, const int64_t *cells, const double *shares, int strengths,
           const double *joint, int wide, int deep, double *worths) {
    for (int i = 0; i < count; i++)
        worths[i] = best(hands + 13 * i, fives, threes, flushes, steps, rows, cells, shares, strengths, joint, wide, deep);
}
