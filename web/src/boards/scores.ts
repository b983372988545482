// The score of a game, read from fields that the public states of all games share.

/** The scores by seat: points, chips, chips won and lost. */
const TOLD = ['scores', 'chips', 'ledger'] as const;

export interface Scores {
  of: (typeof TOLD)[number];
  bySeat: readonly number[];
}

/** The scores of a table with this number of seats; a field is missing if the table doesn't have it. */
export function scoresOf(table: unknown, seats: number): readonly Scores[] {
  const told = (table ?? {}) as Readonly<Record<string, unknown>>;
  return TOLD.flatMap((of) => {
    const bySeat = told[of];
    const fits = Array.isArray(bySeat) && bySeat.length === seats && bySeat.every((each) => typeof each === 'number');
    return fits ? [{ of, bySeat }] : [];
  });
}
