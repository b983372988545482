// The beats that show a finished deal: place by place, player by player, the winner's hand last.
import { decisiveLast, HOLD, TURN, type Beat, type Story as StoryOf } from '../../boards/story';
import type { LineOf } from '../../boards/types';
import type { Shown, Table, Wire } from '../../wire/games/crash';

type Line = LineOf<Wire>;

export type Step = Beat &
  (
    | { kind: 'foul'; seat: number; hands: string }
    /** A hand of a place is turned up. `at` counts places in the order in which they are shown. */
    | { kind: 'hand'; at: number; seat: number }
    /** The winner of the place is shown. */
    | { kind: 'place'; at: number; shown: Shown }
    /** A seat scores the point of the place. */
    | { kind: 'peg'; seat: number }
    | { kind: 'crash'; seat: number }
    | { kind: 'end'; lines: readonly Line[] }
  );
export type Story = StoryOf<Step>;

/** The seats whose hands compete for a place, in the order in which they are turned up: the best hands come last. */
function order({ hands, strengths, winner }: Shown): number[] {
  const best = Math.max(0, ...strengths);
  const seats = [...hands.keys()].filter((seat) => hands[seat] !== null);
  return decisiveLast(seats, (seat) => (seat === winner ? 2 : best > 0 && strengths[seat] === best ? 1 : 0));
}

/**
 * The story of the last deal; null if none is over.
 *
 * @param perPlace whether each place brings its winner a point.
 */
export function storyOf(lines: readonly Line[], table: Table, round: number, perPlace: boolean): Story | null {
  const { last } = table;
  if (!last) return null;
  const start = lines.findLastIndex((line) => line.event.type === 'core.dealt');
  const steps: Step[] = [];
  const rest: Line[] = [];
  let told: number | undefined;
  let places = 0;
  for (const [past, line] of lines.slice(start + 1).entries()) {
    const { event } = line;
    const here = start + 1 + past;
    const upTo = here + 1;
    if (event.type === 'crash.foul') {
      told ??= here;
      steps.push({ kind: 'foul', seat: event.seat, hands: event.hands, upTo, after: HOLD });
    } else if (event.type === 'crash.place') {
      told ??= here;
      const at = places++;
      const before = steps.at(-1)?.upTo ?? told;
      const seats = order(event);
      for (const [n, seat] of seats.entries())
        steps.push({ kind: 'hand', at, seat, upTo: before, after: n === 0 || n === seats.length - 1 ? HOLD : TURN, cue: 'flip' });
      const scores = perPlace && event.winner !== null && !last.void ? event.winner : null;
      const place: Step = { kind: 'place', at, shown: event, upTo: scores === null ? upTo : before, after: HOLD };
      steps.push(event.reason === 'stopper' ? { ...place, cue: 'thud' } : place);
      // The score is announced when the peg moves
      if (scores !== null) steps.push({ kind: 'peg', seat: scores, upTo, after: HOLD });
    } else if (event.type === 'crash.declared' ? event.what !== 'knock' : ENDINGS.has(event.type)) {
      told ??= here;
      rest.push(line);
    }
  }
  const before = told ?? lines.length;
  if (last.crash !== null && last.points.length)
    steps.push({ kind: 'crash', seat: last.crash, upTo: steps.at(-1)?.upTo ?? before, after: HOLD, cue: 'tumble' });
  steps.push({ kind: 'end', lines: rest, upTo: lines.length, after: HOLD });
  return { deal: `${round}.${table.deal}`, before, steps };
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

// Other parts of the board show these: the table, the peg board, and the beat before the end
const ELSEWHERE = new Set<Line['event']['type']>(['crash.crash', 'crash.paid', 'core.over']);

/** The lines of an end that no other part of the board shows. */
export const said = (lines: readonly Line[]): Line[] =>
  lines.filter(({ event }) =>
    event.type === 'crash.declared' ? event.what !== 'thirteen_straight' : !ELSEWHERE.has(event.type),
  );

/** The points that go with the shown beats: a place's point comes with its peg, and all other points with the end. */
export function pointsAfter(table: Table, up: readonly Step[]): number[] {
  const last = table.last;
  if (!last || up.some((step) => step.kind === 'end')) return table.scores;
  const scores = table.scores.map((score, seat) => score - (last.points[seat] ?? 0));
  for (const step of up) if (step.kind === 'peg') scores[step.seat] = (scores[step.seat] ?? 0) + 1;
  return scores;
}
