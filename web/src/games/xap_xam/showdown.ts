// A deal that is over, in the steps in which it is shown: what was declared and mis-set, row by row, then who pays whom.
import type { Story } from '../../boards/beats.svelte';
import type { LineOf } from '../../boards/types';
import type { Declared, Even, MisSet, Row, Table, Wire, Won } from '../../wire/games/xap_xam';
import { SHAPE } from './rows';

export type Line = LineOf<Wire>;

export type Step =
  { kind: 'said'; said: Declared | MisSet } | { kind: 'row'; row: Row } | { kind: 'pair'; pair: Won | Even } | { kind: 'end' };

export interface ShowdownStory extends Story {
  steps: readonly Step[];
  /** Who dealt. */
  dealer: number;
}

/** Milliseconds after a row, whose hands are turned up one after the other and then looked at, and after anything else. */
const LOOK = 1700;
const QUICK = 300;

/** Milliseconds before a step, by its number. */
export const beatBefore = ({ steps }: ShowdownStory, step: number): number => (steps[step - 1]?.kind === 'row' ? LOOK : QUICK);

function stepOf({ event }: Line): Step | null {
  switch (event.type) {
    case 'xap_xam.declared':
    case 'xap_xam.mis_set':
      return { kind: 'said', said: event };
    case 'xap_xam.row':
      return { kind: 'row', row: event };
    case 'xap_xam.pair':
    case 'xap_xam.level':
      return { kind: 'pair', pair: event };
    default:
      return null;
  }
}

/** The story of the last deal; null while none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): ShowdownStory | null {
  if (!table.last) return null;
  const from = Math.max(
    0,
    lines.findLastIndex(({ event }) => event.type === 'core.dealt'),
  );
  const told = lines.slice(from).flatMap((line, at) => {
    const step = stepOf(line);
    return step ? [{ step, upTo: from + at + 1 }] : [];
  });
  const seats = table.scores.length;
  return {
    deal: `${round}.${table.deal}`,
    steps: [...told.map(({ step }) => step), { kind: 'end' }],
    upTo: [...told.map(({ upTo }) => upTo), lines.length],
    before: (told[0]?.upTo ?? lines.length + 1) - 1,
    dealer: table.last.over ? table.dealer : (table.dealer + seats - 1) % seats, // the next one deals already
  };
}

const rowOf = (step: Step): Row[] => (step.kind === 'row' ? [step.row] : []);

/** The three rows of a deal. Where nobody has anything to compare none was told, and nothing is said of them. */
export function rowsOf({ steps }: ShowdownStory): Row[] {
  const told = steps.flatMap(rowOf);
  if (told.length) return told;
  return SHAPE.map((_, row) => ({ type: 'xap_xam.row', row, hands: [], labels: [], strengths: [], won: [], seats: [] }));
}

/** How many of them are turned up: one by one, or all at once where none was told. */
export function rowsUp({ steps }: ShowdownStory, shown: number): number {
  const up = steps.slice(0, shown).flatMap(rowOf).length;
  return up || (shown > 0 && !steps.some((step) => step.kind === 'row') ? SHAPE.length : 0);
}

/** Units as they stand after some of the steps: a pair's with its step. */
export function unitsAfter(table: Table, story: ShowdownStory, shown: number): number[] {
  const { last } = table;
  if (!last || shown >= story.steps.length) return table.scores;
  const units = table.scores.map((score, seat) => score - (last.units[seat] ?? 0));
  for (const step of story.steps.slice(0, shown)) {
    if (step.kind !== 'pair' || step.pair.type === 'xap_xam.level') continue;
    const { winner, seat, units: paid } = step.pair;
    units[winner] = (units[winner] ?? 0) + paid;
    units[seat] = (units[seat] ?? 0) - paid;
  }
  return units;
}
