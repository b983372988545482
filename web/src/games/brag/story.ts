// A deal that is over, in the steps in which it is shown: hand by hand, then pot by pot.
import { setOf, split, type Code } from '../../cards/cards';
import { withSuits } from '../../table/talk';
import type { Line } from '../../wire/messages';
import type { Story } from '../../boards/beats.svelte';
import type { Table } from './types';

export interface BragStory extends Story {
  /** What each step is. */
  steps: readonly Step[];
}

export type Step =
  | { kind: 'hand'; seat: number; cards: string; label: string }
  | { kind: 'pot'; winners: readonly number[]; chips: number; older: boolean }
  | { kind: 'end' };

/** Where the deal that is on, or was last, begins among the lines. */
export const beginning = (lines: readonly Line[]): number =>
  Math.max(
    0,
    lines.findLastIndex((line) => line.code === 'brag.dealt'),
  );

const UNTOLD = new Set(['core.hand', 'brag.put_away', 'brag.dealt', 'core.locked', 'table.said']);

/** What all have seen happen in this deal. */
export const historyOf = (lines: readonly Line[]): string[] =>
  lines.slice(beginning(lines)).flatMap((line) => (line.code.startsWith('brag.') && !UNTOLD.has(line.code) ? [withSuits(line.text)] : []));

/** What one's own hand is called, by what was told of it; what is asked says it as well, until cards are put away. */
export function labelOf(lines: readonly Line[], cards: readonly Code[], away: boolean, asked: string | undefined): string {
  const told = lines.slice(beginning(lines));
  const put = away ? told.findLast((line) => line.code === 'brag.put_away') : undefined;
  if (put) return (put.event as { label: string }).label;
  const held = told.findLast(
    (line) => line.code === 'core.hand' && setOf(split((line.event as { cards: string }).cards)) === setOf(cards),
  );
  return asked ?? (held?.event as { label: string } | undefined)?.label ?? '';
}

function stepOf(line: Line): Step | null {
  switch (line.code) {
    case 'brag.shown': {
      const { seat, cards, label } = line.event as { seat: number; cards: string; label: string };
      return { kind: 'hand', seat, cards, label };
    }
    case 'brag.won':
    case 'brag.won_older': {
      const { winner, chips } = line.event as { winner: number; chips: number };
      return { kind: 'pot', winners: [winner], chips, older: line.code === 'brag.won_older' };
    }
    case 'brag.shared': {
      const { winners, chips } = line.event as { winners: number[]; chips: number };
      return { kind: 'pot', winners, chips, older: false };
    }
    default:
      return null;
  }
}

/** The story of the last deal; null while none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): BragStory | null {
  if (!table.last || table.phase === 'choose') return null;
  const from = beginning(lines);
  const told = lines.slice(from).flatMap((line, at) => {
    const step = stepOf(line);
    return step ? [{ step, upTo: from + at + 1 }] : [];
  });
  return {
    deal: `${round}.${table.deal}`,
    steps: [...told.map((each) => each.step), { kind: 'end' }],
    upTo: [...told.map((each) => each.upTo), lines.length],
    before: (told[0]?.upTo ?? lines.length + 1) - 1,
  };
}
