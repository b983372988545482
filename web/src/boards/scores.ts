// Where a game stands, as far as the public part of its table says it in the words that games share.

/** What may be told of each seat: points, chips before it, chips won and lost. */
const TOLD = ['scores', 'chips', 'ledger'] as const;

export interface Scores {
  of: (typeof TOLD)[number];
  bySeat: readonly number[];
}

/** What a table tells of so many seats; nothing where it tells none of it. */
export function scoresOf(table: unknown, seats: number): readonly Scores[] {
  const told = (table ?? {}) as Readonly<Record<string, unknown>>;
  return TOLD.flatMap((of) => {
    const bySeat = told[of];
    const fits = Array.isArray(bySeat) && bySeat.length === seats && bySeat.every((each) => typeof each === 'number');
    return fits ? [{ of, bySeat }] : [];
  });
}
