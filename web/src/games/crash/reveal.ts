// A deal that is over, in the steps in which it is shown.
import type { LineOf } from '../../boards/types';
import type { Shown, Table, Wire } from '../../wire/games/crash';

type Line = LineOf<Wire>;

export type Step =
  | { kind: 'foul'; seat: number; hands: string; line: Line; upTo: number }
  | { kind: 'place'; shown: Shown; line: Line; upTo: number }
  | { kind: 'end'; lines: Line[]; upTo: number };

export interface Story {
  /** Names the deal, so that a new one is noticed. */
  deal: string;
  steps: Step[];
}

/** The story of the last deal; null while none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): Story | null {
  if (!table.last) return null;
  let start = lines.length - 1;
  while (start >= 0 && lines[start]?.event.type !== 'core.dealt') start--;
  const steps: Step[] = [];
  const rest: Line[] = [];
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    const { event } = line;
    if (event.type === 'crash.foul') {
      steps.push({ kind: 'foul', seat: event.seat, hands: event.hands, line, upTo: at + 1 });
    } else if (event.type === 'crash.place') {
      steps.push({ kind: 'place', shown: event, line, upTo: at + 1 });
    } else if (event.type === 'crash.declared' ? event.what !== 'knock' : ENDINGS.has(event.type)) {
      rest.push(line);
    }
  }
  steps.push({ kind: 'end', lines: rest, upTo: lines.length });
  return { deal: `${round}.${table.deal}`, steps };
}

const ENDINGS = new Set<Line['event']['type']>([
  'crash.crash',
  'crash.four',
  'crash.four_threes',
  'crash.pot_won',
  'crash.pot_stays',
  'crash.pot_back',
  'crash.void',
  'crash.level',
  'core.over',
  'crash.paid',
]);

// The board, the peg board and the step before it show these
const ELSEWHERE = new Set<Line['event']['type']>(['crash.crash', 'crash.paid', 'core.over']);

/** The lines of an end that nothing else on the board says. */
export const said = (lines: readonly Line[]): Line[] =>
  lines.filter(({ event }) =>
    event.type === 'crash.declared' ? event.what !== 'thirteen_straight' : !ELSEWHERE.has(event.type),
  );

/** Before its first step is shown: the lines told up to there. */
export function before(story: Story, lines: readonly Line[]): number {
  const first = story.steps[0];
  if (!first) return lines.length;
  if (first.kind !== 'end') return first.upTo - 1;
  const line = first.lines[0];
  return line ? lines.indexOf(line) : lines.length;
}

/** Points as they stand after some of the steps: a place's point goes with its step, everything else with the last. */
export function pointsAfter(table: Table, story: Story, shown: number, perPlace: boolean): number[] {
  const last = table.last;
  if (!last || shown >= story.steps.length) return table.scores;
  const scores = table.scores.map((score, seat) => score - (last.points[seat] ?? 0));
  if (!perPlace || last.void) return scores;
  for (const step of story.steps.slice(0, shown)) {
    const winner = step.kind === 'place' ? step.shown.winner : null;
    if (winner !== null) scores[winner] = (scores[winner] ?? 0) + 1;
  }
  return scores;
}
