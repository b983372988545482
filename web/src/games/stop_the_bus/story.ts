// A deal that is over, in the steps in which it is shown: hand by hand, then what it cost.
import type { Story } from '../../boards/beats.svelte';
import type { LineOf } from '../../boards/types';
import type { Table, Wire } from '../../wire/games/stop_the_bus';

export type Line = LineOf<Wire>;

export interface BusStory extends Story {
  /** Who shows, first to last, and what. */
  hands: readonly { seat: number; label: string }[];
}

/** The lines of the deal that is on, or was last. */
export function ofThisDeal(lines: readonly Line[]): { from: number; lines: readonly Line[] } {
  const from = Math.max(
    0,
    lines.findLastIndex((line) => line.event.type === 'stop_the_bus.dealt'),
  );
  return { from, lines: lines.slice(from) };
}

/** The story of the last deal; null while none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): BusStory | null {
  if (!table.last) return null;
  const deal = ofThisDeal(lines);
  const shown = deal.lines.flatMap(({ event }, at) =>
    event.type === 'stop_the_bus.shown' ? [{ event, upTo: deal.from + at + 1 }] : [],
  );
  return {
    deal: `${round}.${table.deal}`,
    hands: shown.map(({ event }) => event),
    upTo: [...shown.map((each) => each.upTo), lines.length],
    before: (shown[0]?.upTo ?? lines.length + 1) - 1,
  };
}
