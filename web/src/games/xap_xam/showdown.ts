// A deal that is over, in the beats in which it is shown: what was declared and mis-set, row by row and player by player, the best
// hand last, then who pays whom.
import { decisiveLast, HOLD, TURN, type Beat, type Story } from '../../boards/story';
import type { LineOf } from '../../boards/types';
import type { Declared, Even, MisSet, Row, Table, Wire, Won } from '../../wire/games/xap_xam';
import { SHAPE } from './rows';

export type Line = LineOf<Wire>;

export type Step = Beat &
  (
    | { kind: 'said'; said: Declared | MisSet }
    /** A seat's hand of a row is turned up. */
    | { kind: 'hand'; row: number; seat: number }
    /** How the row went is seen. */
    | { kind: 'row'; row: Row }
    | { kind: 'pair'; pair: Won | Even }
    | { kind: 'end' }
  );

export interface ShowdownStory extends Story<Step> {
  /** Who dealt. */
  dealer: number;
}

/**
 * The hands of a row in the order in which they are turned up, the best last; where everybody compares with the dealer, the dealer's.
 */
function order(row: Row, table: Table, dealer: number | null): number[] {
  const seats = [...table.laid.keys()].filter((seat) => (table.laid[seat]?.length ?? 0) > 0);
  return decisiveLast(seats, (seat) => Number(dealer === null ? row.seats.includes(seat) : seat === dealer));
}

/**
 * The story of the last deal; null while none is over.
 *
 * @param duels whether everybody compares with the dealer only.
 */
export function storyOf(lines: readonly Line[], table: Table, round: number, duels: boolean): ShowdownStory | null {
  if (!table.last) return null;
  const from = Math.max(
    0,
    lines.findLastIndex(({ event }) => event.type === 'core.dealt'),
  );
  const seats = table.scores.length;
  const dealer = table.last.over ? table.dealer : (table.dealer + seats - 1) % seats; // the next one deals already
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

/** The three rows of a deal. Where nobody has anything to compare none was told, and nothing is said of them. */
export function rowsOf({ steps }: ShowdownStory): Row[] {
  const told = steps.flatMap(rowOf);
  if (told.length) return told;
  return SHAPE.map((_, row) => ({ type: 'xap_xam.row', row, hands: [], labels: [], strengths: [], won: [], seats: [] }));
}

/** The seats whose hands of a row are turned up, and whether it is seen how it went; all at once where no row was told. */
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

/** Units as they stand with what is shown: a pair's with its beat. */
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
