// The beats that show a finished deal: hand by hand, then the tokens lost.
import { decisiveLast, HOLD, TURN, type Beat, type Story } from '../../boards/story';
import type { LineOf } from '../../boards/types';
import type { Table, Wire } from '../../wire/games/stop_the_bus';

export type Line = LineOf<Wire>;

export type Step = Beat & ({ kind: 'hand'; seat: number; label: string } | { kind: 'end' });
export type BusStory = Story<Step>;

/** The log lines of the present deal, or else of the last one, and the index of the first. */
export function ofThisDeal(lines: readonly Line[]): { from: number; lines: readonly Line[] } {
  const from = Math.max(
    0,
    lines.findLastIndex((line) => line.event.type === 'stop_the_bus.dealt'),
  );
  return { from, lines: lines.slice(from) };
}

/** The story of the last deal; null if none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): BusStory | null {
  const { last } = table;
  if (!last) return null;
  const deal = ofThisDeal(lines);
  const told = deal.lines.flatMap(({ event }, at) =>
    event.type === 'stop_the_bus.shown' ? [{ seat: event.seat, label: event.label, upTo: deal.from + at + 1 }] : [],
  );
  const before = (told[0]?.upTo ?? lines.length + 1) - 1;
  const pays = (seat: number): boolean => (last.paid[seat] ?? 0) > 0;
  const hands = decisiveLast(told, ({ seat }) => Number(pays(seat)));
  const end: Step = { kind: 'end', upTo: lines.length, after: HOLD };
  return {
    deal: `${round}.${table.deal}`,
    before,
    steps: [
      ...hands.map(({ seat, label }, at): Step => {
        const all = at === hands.length - 1;
        // The log has the hands in the order of play, so its lines wait for the last hand
        return {
          kind: 'hand',
          seat,
          label,
          upTo: all ? (told.at(-1)?.upTo ?? before) : before,
          after: all ? HOLD : TURN,
          cue: 'flip',
        };
      }),
      last.paid.some((paid) => paid > 0) ? { ...end, cue: 'chips' } : end,
    ],
  };
}
