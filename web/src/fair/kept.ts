// What a tab remembers of a table's shuffles over a reload: its own numbers, and the commitments of the house.

/** What is remembered. */
export interface Remembered {
  /** This client's numbers, by their promises. */
  readonly numbers: Readonly<Record<string, string>>;
  /** The hash of all commitments, by shuffle. It exposes a house that tells another one afterwards. */
  readonly bound: Readonly<Record<string, string>>;
}

/** A storage that lasts as long as the tab, if the browser lets us. */
export interface Kept {
  load: () => Remembered;
  save: (all: Remembered) => void;
}

/** Number of shuffles that are remembered. */
export const MOST = 400;
const NOTHING: Remembered = { numbers: {}, bound: {} };

export function kept(table: string): Kept {
  const key = `prial.fair.${table}`;
  return {
    load: () => {
      try {
        return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Remembered>) };
      } catch {
        return NOTHING;
      }
    },
    save: (all) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(all));
      } catch {
        // A private window may refuse to store: after a reload the player then adds no number to one shuffle
      }
    },
  };
}

/** The entries with a new one, and without the oldest if there are too many. */
export const added = (all: Readonly<Record<string, string>>, name: string, value: string): Record<string, string> => {
  const others = Object.entries(all).filter(([each]) => each !== name);
  return Object.fromEntries<string>([...others, [name, value] as const].slice(-MOST));
};
