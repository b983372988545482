// A deal for chips that is over, in the steps in which it is shown: hand by hand, then pot by pot.
import type { Story } from '../boards/beats.svelte';
import type { Line } from '../wire/messages';

export type Step =
  | { kind: 'hand'; seat: number; cards: string; label: string }
  | { kind: 'pot'; winners: readonly number[]; chips: number; side: boolean }
  | { kind: 'end' };
export type Shown = Extract<Step, { kind: 'hand' }>;
/** A pot that was won; `side` where it isn't the main one. */
export type WonPot = Extract<Step, { kind: 'pot' }>;

export interface DealStory extends Story {
  /** What each step is. */
  steps: readonly Step[];
}

/** A line, as far as it is known here. */
type Told = Pick<Line, 'text'> & { event: { type: string } };

/** Where the deal that is on, or was last, begins among the lines: with the last event of this type. */
export const beginning = (lines: readonly Told[], dealt: string): number =>
  Math.max(
    0,
    lines.findLastIndex((line) => line.event.type === dealt),
  );

/** The story of a deal that began at a line; `stepOf` says which step a line tells. */
export function storyFrom<L extends Told>(
  deal: string,
  lines: readonly L[],
  from: number,
  stepOf: (line: L) => Step | null,
): DealStory {
  const told = lines.slice(from).flatMap((line, at) => {
    const step = stepOf(line);
    return step ? [{ step, upTo: from + at + 1 }] : [];
  });
  return {
    deal,
    steps: [...told.map((each) => each.step), { kind: 'end' }],
    upTo: [...told.map((each) => each.upTo), lines.length],
    before: (told[0]?.upTo ?? lines.length + 1) - 1,
  };
}
