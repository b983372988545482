// Finds the lines that are new since the last look. The page keeps only the last few hundred lines, so a count isn't enough.
import type { Line } from '../wire/messages';

/** The last look: a version, and the number of its lines that were seen. */
export interface Heard {
  version: number;
  count: number;
}

type Numbered = Pick<Line, 'version'>;

/** Marks all of these lines as seen. */
export function heardOf(lines: readonly Numbered[]): Heard {
  const version = lines.at(-1)?.version ?? -1;
  return { version, count: lines.filter((line) => line.version === version).length };
}

/** Those of these lines that are new. */
export const since = <L extends Numbered>({ version, count }: Heard, lines: readonly L[]): L[] => [
  ...lines.filter((line) => line.version === version).slice(count),
  ...lines.filter((line) => line.version > version),
];
