// The beats that show a finished deal: declared and mis-set hands, then each row player by player with the best hand last, and at
// the end the payments of each pair.
import { decisiveLast, HOLD, TURN, type Beat, type Story } from '../../boards/story';
import type { LineOf } from '../../boards/types';
import type { Declared, Even, MisSet, Row, Table, Wire, Won } from '../../wire/games/xap_xam';
import { dealtBy } from './dealer';
import { SHAPE } from './rows';

export type Line = LineOf<Wire>;

export type Step = Beat &
  (
    | { kind: 'said'; said: Declared | MisSet }
    /** A hand of a row is turned up. */
    | { kind: 'hand'; row: number; seat: number }
    /** The result of the row is shown. */
    | { kind: 'row'; row: Row }
    | { kind: 'pair'; pair: Won | Even }
    | { kind: 'end' }
  );

export interface ShowdownStory extends Story<Step> {
  /** The seat that dealt this deal. */
  dealer: number;
}

/**
 * The seats of a row in the order in which they are turned up: the best hand last, or the dealer's if all compare with the dealer.
 */
function order(row: Row, table: Table, dealer: number | null): number[] {
  const seats = [...table.laid.keys()].filter((seat) => (table.laid[seat]?.length ?? 0) > 0);
  return decisiveLast(seats, (seat) => Number(dealer === null ? row.seats.includes(seat) : seat === dealer));
}

/**
 * The story of the last deal; null if none is over.
 *
 * @param duels whether everybody compares with the dealer only.
 */
export function storyOf(lines: readonly Line[], table: Table, round: number, duels: boolean): ShowdownStory | null {
  if (!table.last) return null;
  const from = Math.max(
    0,
    lines.findLastIndex(({ event }) => event.type === 'core.dealt'),
  );
  const dealer = dealtBy(table);
  const steps: Step[] = [];
  let told: number | undefined;
  for (const [past, { event }] of lines.slice(from).entries()) {
    const upTo = from + past + 1;
    switch (event.type) {
      case 'xap_xam.declared':
      case 'xap_xam.mis_set':
        told ??= upTo - 1;
        steps.push({ kind: 'said', said: event, upTo, after: HOLD });
        break;
      case 'xap_xam.row': {
        told ??= upTo - 1;
        const before = steps.at(-1)?.upTo ?? told;
        const hands = order(event, table, duels ? dealer : null);
        for (const [n, seat] of hands.entries()) {
          const after = n === 0 || n === hands.length - 1 ? HOLD : TURN;
          steps.push({ kind: 'hand', row: event.row, seat, upTo: before, after, cue: 'flip' });
        }
        steps.push({ kind: 'row', row: event, upTo, after: HOLD });
        break;
      }
      case 'xap_xam.pair':
      case 'xap_xam.level':
        told ??= upTo - 1;
        steps.push({ kind: 'pair', pair: event, upTo, after: HOLD });
        break;
      default:
    }
  }
  steps.push({ kind: 'end', upTo: lines.length, after: HOLD });
  return { deal: `${round}.${table.deal}`, before: told ?? lines.length, steps, dealer };
}

const rowOf = (step: Step): Row[] => (step.kind === 'row' ? [step.row] : []);

/** The three rows of a deal. If no two players had hands to compare, the log tells no rows, and they are empty. */
export function rowsOf({ steps }: ShowdownStory): Row[] {
  const told = steps.flatMap(rowOf);
  if (told.length) return told;
  return SHAPE.map((_, row) => ({ type: 'xap_xam.row', row, hands: [], labels: [], strengths: [], won: [], seats: [] }));
}

/** The seats whose hands of a row are shown, and whether its result is shown; all at once if the log tells no rows. */
export function seenOf(
  { steps }: ShowdownStory,
  up: readonly Step[],
  row: number,
  table: Table,
): { open: number[]; decided: boolean } {
  if (up.length && !steps.some((step) => step.kind === 'row')) return { open: [...table.laid.keys()], decided: true };
  return {
    open: up.flatMap((step) => (step.kind === 'hand' && step.row === row ? [step.seat] : [])),
    decided: up.some((step) => step.kind === 'row' && step.row.row === row),
  };
}

/** The units that go with the shown beats: a pair's payment comes with its beat, and everything else with the end. */
export function unitsAfter(table: Table, up: readonly Step[]): number[] {
  const { last } = table;
  if (!last || up.some((step) => step.kind === 'end')) return table.scores;
  const units = table.scores.map((score, seat) => score - (last.units[seat] ?? 0));
  for (const step of up) {
    if (step.kind !== 'pair' || step.pair.type === 'xap_xam.level') continue;
    const { winner, seat, units: paid } = step.pair;
    units[winner] = (units[winner] ?? 0) + paid;
    units[seat] = (units[seat] ?? 0) - paid;
  }
  return units;
}
