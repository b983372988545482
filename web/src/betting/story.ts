// The showdown of a deal for chips, step by step: hand by hand, the winner's last, then pot by pot.
import { decisiveLast, HOLD, TURN, type Beat, type Story } from '../boards/story';
import type { Line } from '../wire/messages';

/** The part of a line that belongs to the end of a deal. */
export type Event =
  | { kind: 'hand'; seat: number; cards: string; label: string }
  | { kind: 'pot'; winners: readonly number[]; chips: number; side: boolean };
export type Step = Beat & (Event | { kind: 'end' });
export type Shown = Extract<Step, { kind: 'hand' }>;
/** A pot that was won; `side` if it isn't the main pot. */
export type WonPot = Extract<Event, { kind: 'pot' }>;
export type DealStory = Story<Step>;

/** A line, as far as it is known here. */
type Told = Pick<Line, 'text'> & { event: { type: string } };

/** Where the deal that is on, or was last, begins among the lines: with the last event of this type. */
export const beginning = (lines: readonly Told[], dealt: string): number =>
  Math.max(
    0,
    lines.findLastIndex((line) => line.event.type === dealt),
  );

/**
 * The story of a deal that began at a line.
 *
 * @param awards who has won each pot, the main one first.
 * @param eventOf what a line tells of the end.
 */
export function storyFrom<L extends Told>(
  deal: string,
  lines: readonly L[],
  from: number,
  awards: readonly { winners: readonly number[] }[],
  eventOf: (line: L) => Event | null,
): DealStory {
  const told = lines.slice(from).flatMap((line, at) => {
    const event = eventOf(line);
    return event ? [{ ...event, upTo: from + at + 1 }] : [];
  });
  const before = (told[0]?.upTo ?? lines.length + 1) - 1;
  // Players without a pot first, then winners of side pots, then those of the main pot
  const late = (seat: number): number => {
    const at = awards.findIndex(({ winners }) => winners.includes(seat));
    return at < 0 ? -awards.length : -at;
  };
  const hands = decisiveLast(
    told.filter((each) => each.kind === 'hand'),
    ({ seat }) => late(seat),
  );
  const allTold = Math.max(before, ...hands.map(({ upTo }) => upTo));
  const pots = told.filter((each) => each.kind === 'pot');
  return {
    deal,
    before,
    steps: [
      ...hands.map((hand, at): Step => {
        const last = at === hands.length - 1;
        // The log has the hands in the order of play, which would show the winner early: it waits for the last hand
        return { ...hand, upTo: last ? allTold : before, after: last ? HOLD : TURN, cue: 'flip' };
      }),
      ...pots.map((pot): Step => ({ ...pot, upTo: Math.max(allTold, pot.upTo), after: HOLD, cue: 'chips' })),
      { kind: 'end', upTo: lines.length, after: HOLD },
    ],
  };
}
