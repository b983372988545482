/** What is printed on every card. A card is 100 wide and 140 high. */

/** Pips by suit, in a square of 1000 around their middle; their outlines are those of A. Kennard's pack (CC0), as on its courts. */
export const SUITS = [
  'M30 150c5 235 55 250 100 350h-260c45-100 95-115 100-350a10 10 0 0 0-20 0 210 210 0 1 1-74-201 10 10 0 0 0 14-14 230 230 0 1 1 220 0 10 10 0 0 0 14 14 210 210 0 1 1-74 201 10 10 0 0 0-20 0Z',
  'M-400 0C-350 0 0-450 0-500 0-450 350 0 400 0 350 0 0 450 0 500 0 450-350 0-400 0Z',
  'M0-300c0-100 100-200 200-200s200 100 200 250C400 0 0 400 0 500 0 400-400 0-400-250c0-150 100-250 200-250S0-400 0-300Z',
  'M0-500c100 250 355 400 355 685a150 150 0 0 1-300 0 10 10 0 0 0-20 0c0 200 50 215 95 315h-260c45-100 95-115 95-315a10 10 0 0 0-20 0 150 150 0 0 1-300 0c0-285 255-435 355-685Z',
] as const;

/** A pip of a suit at a place, so high, or upside down: its outline in the units of a card. */
export function pip(suit: number, x: number, y: number, size: number, turned = false): string {
  const scale = (turned ? -1 : 1) * (size / 1000);
  const round = (n: number): number => Math.round(n * 1000) / 1000;
  return (SUITS[suit] ?? '').replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command: string, said: string) => {
    const numbers = (said.match(/-?[\d.]+/g) ?? []).map(Number);
    const at = numbers.map((n, k) => {
      if (command === 'a') return k % 7 < 2 ? n * Math.abs(scale) : k % 7 < 5 ? n : n * scale;
      if (command === command.toLowerCase()) return n * scale;
      return n * scale + (k % 2 ? y : x);
    });
    return command + at.map(round).join(' ');
  });
}

/** What stands in the corner, by rank from the two, as lines to be drawn with a pen; in the same square, after the same pack. */
export const INDICES = [
  'M-225-225c-20-40 25-235 225-235s225 135 225 235c0 200-450 385-450 685h450V300',
  'M-250-320v-140h450L-110-80c10-10 60-40 110-40 200 0 250 120 250 270 0 200-80 310-280 310s-230-160-230-160',
  'M50 460h200m-100 0v-920l-450 635v25h570',
  'M170-460h-345l-35 345s10-85 210-85c100 0 255 120 255 320S180 460-20 460s-235-175-235-175',
  'M-250 100a250 250 0 0 1 500 0v110a250 250 0 0 1-500 0v-420A250 250 0 0 1 0-460c150 0 180 60 200 85',
  'M-265-320v-140h530C135-200-90 100-90 460',
  'M-1-50a205 205 0 1 1 2 0h-2a255 255 0 1 0 2 0Z',
  'M250-100a250 250 0 0 1-500 0v-110a250 250 0 0 1 500 0v420A250 250 0 0 1 0 460c-150 0-180-60-200-85',
  'M-280 460v-920M-60 0v-310a155 155 0 0 1 310 0v620a155 155 0 0 1-310 0Z',
  'M50-460h200m-100 0v710a100 100 0 0 1-400 0v-30',
  'M-80 120c180 0 150 340 340 340M-175 0v-285a175 175 0 0 1 350 0v570a175 175 0 0 1-350 0Z',
  'M-285-460h200m-100 0v920m-100 0h200M85-460h200m-100 20-355 595M85 460h200m-100-20L-10-70',
  'M-270 460h160m-90-10L0-460l200 910m-90 10h160m-390-330h240',
] as const;

/** The place of a pip: across and down. */
export type Place = readonly [number, number];

const [LEFT, MIDDLE, RIGHT] = [30.5, 50, 69.5];
/** Rows of a card with two, three and four pips in a column: printers keep the outer two where they are. */
const [TOP, UPPER, HALF, LOWER, BOTTOM] = [28, 56, 70, 84, 112];

const pair = (row: number): Place[] => [
  [LEFT, row],
  [RIGHT, row],
];
const four = [TOP, BOTTOM].flatMap(pair);
const six = [...four, ...pair(HALF)];
const eight = [...four, ...pair(UPPER), ...pair(LOWER)];
/** One in the middle column, halfway between two rows. */
const between = (row: number, other: number): Place => [MIDDLE, (row + other) / 2];

/** Pips by how many there are. */
export const PIPS: Readonly<Record<number, readonly Place[]>> = {
  1: [[MIDDLE, HALF]],
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, HALF],
    [MIDDLE, BOTTOM],
  ],
  4: four,
  5: [...four, [MIDDLE, HALF]],
  6: six,
  7: [...six, between(TOP, HALF)],
  8: [...six, between(TOP, HALF), between(HALF, BOTTOM)],
  9: [...eight, [MIDDLE, HALF]],
  10: [...eight, between(TOP, UPPER), between(LOWER, BOTTOM)],
};

const known = new Map<number, string>();

/** Pips of a card that is wide enough for them, as one outline: two in the corners, and what its rank says. */
export function pipsOf(suit: number, rank: number): string {
  const before = known.get(4 * rank + suit);
  if (before !== undefined) return before;
  const places = rank === 12 ? [] : (PIPS[rank + 2] ?? []);
  const middle = rank === 12 && suit !== 3 ? pip(suit, MIDDLE, HALF, 38) : '';
  const all = places.map(([x, y]) => pip(suit, x, y, 21.5, y > HALF));
  const outline = [pip(suit, 10.6, 38, 14), pip(suit, 89.4, 102, 14, true), middle, ...all].join('');
  known.set(4 * rank + suit, outline);
  return outline;
}
