// Lines that came since one last listened. The page keeps the last few hundred lines only, so their number doesn't tell.
import type { Line } from '../wire/messages';

/** How far one has listened: to so many lines of a version. */
export interface Heard {
  version: number;
  count: number;
}

type Numbered = Pick<Line, 'version'>;

/** All of these are heard. */
export function heardOf(lines: readonly Numbered[]): Heard {
  const version = lines.at(-1)?.version ?? -1;
  return { version, count: lines.filter((line) => line.version === version).length };
}

/** What of these isn't. */
export const since = <L extends Numbered>({ version, count }: Heard, lines: readonly L[]): L[] => [
  ...lines.filter((line) => line.version === version).slice(count),
  ...lines.filter((line) => line.version > version),
];
