// The remark of a bot about a deal that is over. A bot speaks now and then, and knows only what everybody was told.

/** A remark of a bot. */
export interface Remark {
  seat: number;
  /** Whether the bot won more in the deal than anybody else, or less. */
  mood: 'won' | 'lost';
  /** Number of the sentence, among those for that case. */
  word: (typeof WORDS)[number];
}

const WORDS = [0, 1, 2, 3, 4] as const;
/** A bot speaks after one of this many deals. */
const SELDOM = 3;

/** A number made from a name. */
const own = (name: string): number =>
  Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, each) => (sum * 31 + each) % 9973, 7);

/**
 * The bot that says something about a deal, if any.
 *
 * @param made what each seat won in the deal; undefined if that isn't known.
 * @param bots the names of the seats that bots have; null for the others.
 * @param deal number of the deal.
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
