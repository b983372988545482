// The log lines of the present deal, and the story of a finished one.
import { beginning as begun, storyFrom, type DealStory, type Event } from '../../betting/story';
import { withSuits } from '../../table/talk';
import { setOf, split, type Code } from '../../cards/cards';
import type { LineOf } from '../../boards/types';
import type { Table, Wire } from '../../wire/games/brag_poker';

export type Line = LineOf<Wire>;

const beginning = (lines: readonly Line[]): number => begun(lines, 'brag_poker.dealt');

const UNTOLD = new Set<Line['event']['type']>([
  'brag_poker.dealt',
  'brag_poker.held',
  'brag_poker.put_away',
  'core.locked',
  'core.unlocked',
  'table',
]);

/** What happened in this deal, as everybody saw it. */
export const historyOf = (lines: readonly Line[]): string[] =>
  lines.slice(beginning(lines)).flatMap((line) => (UNTOLD.has(line.event.type) ? [] : [withSuits(line.text)]));

/** The name of the viewer's hand, from the log of this deal. */
export const labelOf = (lines: readonly Line[], cards: readonly Code[]): string =>
  lines
    .slice(beginning(lines))
    .map((line) => line.event)
    .filter((event) => event.type === 'brag_poker.held')
    .findLast((event) => setOf(split(event.cards)) === setOf(cards))?.label ?? '';

function eventOf({ event }: Line): Event | null {
  switch (event.type) {
    case 'brag_poker.shown':
      return { kind: 'hand', seat: event.seat, cards: event.cards, label: event.label };
    case 'brag_poker.won':
      return { kind: 'pot', winners: [event.winner], chips: event.chips, side: event.side };
    case 'brag_poker.shared':
      return { kind: 'pot', winners: event.winners, chips: event.chips, side: event.side };
    default:
      return null;
  }
}

/** The story of the last deal; null if none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): DealStory | null {
  if (!table.last) return null;
  return storyFrom(`${round}.${table.deal}`, lines, beginning(lines), table.last.awards, eventOf);
}
