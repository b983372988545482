// The log lines of the present deal, and the story of a finished one.
import { setOf, split, type Code } from '../../cards/cards';
import { withSuits } from '../../table/talk';
import { beginning as begun, storyFrom, type DealStory, type Event } from '../../betting/story';
import type { LineOf } from '../../boards/types';
import type { Table, Wire } from '../../wire/games/brag';

export type Line = LineOf<Wire>;

/** The index of the line that begins the present deal, or else the last one. */
export const beginning = (lines: readonly Line[]): number => begun(lines, 'brag.dealt');

const UNTOLD = new Set<Line['event']['type']>([
  'brag.dealt',
  'core.hand',
  'brag.put_away',
  'core.locked',
  'core.unlocked',
  'table',
]);

/** What happened in this deal, as everybody saw it. */
export const historyOf = (lines: readonly Line[]): string[] =>
  lines.slice(beginning(lines)).flatMap((line) => (UNTOLD.has(line.event.type) ? [] : [withSuits(line.text)]));

/** The hands of this deal that were shown to a lender, or were turned up at the end, by seat. */
export const shownBy = (lines: readonly Line[], afterwards: boolean): [number, { cards: string; label: string }][] =>
  lines.slice(beginning(lines)).flatMap(({ event }): [number, { cards: string; label: string }][] => {
    const shown = event.type === 'brag.shown_to' || (afterwards && event.type === 'brag.turned_up');
    return shown ? [[event.seat, event]] : [];
  });

/** The name of the viewer's hand: from the log once cards are put away; before that from the guide, or else from the log. */
export function labelOf(lines: readonly Line[], cards: readonly Code[], away: boolean, asked: string | undefined): string {
  const told = lines.slice(beginning(lines)).map((line) => line.event);
  const put = away ? told.findLast((event) => event.type === 'brag.put_away') : undefined;
  if (put) return put.label;
  const held = told.filter((event) => event.type === 'core.hand').findLast((event) => setOf(split(event.cards)) === setOf(cards));
  return asked ?? held?.label ?? '';
}

function eventOf({ event }: Line): Event | null {
  switch (event.type) {
    case 'brag.shown':
      return { kind: 'hand', seat: event.seat, cards: event.cards, label: event.label };
    case 'brag.won':
      return { kind: 'pot', winners: [event.winner], chips: event.chips, side: event.older };
    case 'brag.shared':
      return { kind: 'pot', winners: event.winners, chips: event.chips, side: false };
    default:
      return null;
  }
}

/** The story of the last deal; null if none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): DealStory | null {
  if (!table.last || table.phase === 'choose') return null;
  return storyFrom(`${round}.${table.deal}`, lines, beginning(lines), table.last.awards, eventOf);
}
