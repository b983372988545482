// What a bot says of a deal that is over: a word now and then, as people at a table do. It knows what everybody was told.

/** A word of a bot's. */
export interface Remark {
  seat: number;
  /** It had more of the deal than anybody else, or less. */
  mood: 'won' | 'lost';
  /** Which of its words for that. */
  word: (typeof WORDS)[number];
}

const WORDS = [0, 1, 2, 3, 4] as const;
/** Of so many deals a bot speaks at one. */
const SELDOM = 3;

/** A number of one's own, from a name. */
const own = (name: string): number =>
  Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, each) => (sum * 31 + each) % 9973, 7);

/**
 * Who says something of a deal, if anybody does.
 *
 * @param made what the deal brought each seat; nothing where that isn't known.
 * @param bots the names of the seats that bots have; null for the others.
 * @param deal its number.
 */
export function remark(made: readonly (number | undefined)[], bots: readonly (string | null)[], deal: number): Remark | null {
  const known = made.filter((each) => each !== undefined);
  const alone = (most: number): number => (known.filter((each) => each === most).length === 1 ? made.indexOf(most) : -1);
  for (const [mood, seat] of [
    ['won', alone(Math.max(...known))],
    ['lost', alone(Math.min(...known))],
  ] as const) {
    const name = bots[seat];
    if (known.length < 2 || !name || (own(name) + deal) % SELDOM) continue;
    return { seat, mood, word: WORDS[Math.floor((own(name) + deal) / SELDOM) % WORDS.length] ?? 0 };
  }
  return null;
}
