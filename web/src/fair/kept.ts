// What a tab remembers of a table's shuffles when its page is loaded anew: its own numbers, and what the house was bound to.

/** What is remembered. */
export interface Remembered {
  /** This client's numbers, by their promises. */
  readonly numbers: Readonly<Record<string, string>>;
  /** What everybody was bound to, in one hash, by the shuffle: a house that tells it otherwise afterwards is found out. */
  readonly bound: Readonly<Record<string, string>>;
}

/** A storage that lasts as long as the tab, if the browser lets us. */
export interface Kept {
  load: () => Remembered;
  save: (all: Remembered) => void;
}

/** Shuffles that are remembered. */
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
        // A private window may refuse: whoever loads the page anew then adds nothing to one shuffle
      }
    },
  };
}

/** With one more, and without the oldest where they are too many. */
export const added = (all: Readonly<Record<string, string>>, name: string, value: string): Record<string, string> => {
  const others = Object.entries(all).filter(([each]) => each !== name);
  return Object.fromEntries<string>([...others, [name, value] as const].slice(-MOST));
};
