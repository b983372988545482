// A deal that is over: hands are turned up before pots are won, the winner's last.
import { beginning as begun, storyFrom, type DealStory, type Step } from '../../betting/story';
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

/** What all have seen happen in this deal. */
export const historyOf = (lines: readonly Line[]): string[] =>
  lines.slice(beginning(lines)).flatMap((line) => (UNTOLD.has(line.event.type) ? [] : [withSuits(line.text)]));

/** What one's own hand is called, by what was told of it in this deal. */
export const labelOf = (lines: readonly Line[], cards: readonly Code[]): string =>
  lines
    .slice(beginning(lines))
    .map((line) => line.event)
    .filter((event) => event.type === 'brag_poker.held')
    .findLast((event) => setOf(split(event.cards)) === setOf(cards))?.label ?? '';

function stepOf({ event }: Line): Step | null {
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

/** The story of the last deal; null while none is over. */
export function storyOf(lines: readonly Line[], table: Table, round: number): DealStory | null {
  const { last } = table;
  if (!last) return null;
  const story = storyFrom(`${round}.${table.deal}`, lines, beginning(lines), stepOf);
  // Which of the pots, the main one first, a seat has won; more than all, where it has won none
  const place = (step: Step): number => {
    const at = last.awards.findIndex((award) => step.kind === 'hand' && award.winners.includes(step.seat));
    return at < 0 ? last.awards.length : at;
  };
  const hands = story.steps.filter((step) => step.kind === 'hand').length;
  const turned = story.steps.slice(0, hands).sort((a, b) => place(b) - place(a));
  return {
    ...story,
    steps: [...turned, ...story.steps.slice(hands)],
    // The log tells hands in the order of play, which would give the winner away: it waits for the last one
    upTo: story.upTo.map((upTo, at) => (at < hands - 1 ? story.before : upTo)),
  };
}
