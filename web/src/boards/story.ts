// The story of a finished deal: a list of beats, computed from the log before anything is shown.
import type { Cue } from '../table/cues';

/** One step of the story. */
export interface Beat {
  /** Milliseconds after the beat before. */
  after: number;
  /** Number of lines of the log that may be shown with it. */
  upTo: number;
  /** Its sound, besides those of the lines that are shown with it. */
  cue?: Cue;
}

export interface Story<B extends Beat = Beat> {
  /** A key, by which a new deal is noticed. */
  deal: string;
  /** Number of lines of the log that may be shown before the first beat. */
  before: number;
  steps: readonly B[];
}

/** Milliseconds before the first beat, while the hands lie there face down. */
export const BREATH = 500;
/** Milliseconds between two hands that are turned up. */
export const TURN = 220;
/** Milliseconds before an important beat: the winner's hand, the winner, the result. */
export const HOLD = 300;

/**
 * The order in which hands are turned up: the given order, but decisive hands last.
 *
 * @param weight a greater weight comes later; hands with equal weights keep their order.
 */
export const decisiveLast = <T>(hands: readonly T[], weight: (hand: T) => number): T[] =>
  [...hands].sort((a, b) => weight(a) - weight(b));
