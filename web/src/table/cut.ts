// The cut for the first deal; it is shown until the second deal begins.
import { shared } from '../lib/told';
import type { Line } from '../wire/messages';

const CUTS = ['core.cut', 'core.cut_again', 'core.cut_dealer'];

const cuts = (line: Line): boolean => CUTS.includes(shared(line)?.type ?? '');

/** The lines of the cut: every card, and who deals first. None once another deal than the first has begun. */
export function cutOf(lines: readonly Line[]): readonly Line[] {
  const end = lines.findLastIndex(cuts) + 1;
  if (lines.slice(end).filter((line) => line.weight === 'deal').length > 1) return [];
  const start = lines.slice(0, end).findLastIndex((line) => !cuts(line)) + 1;
  return lines.slice(start, end);
}
