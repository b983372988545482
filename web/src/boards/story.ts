// What is shown of a deal that is over, as a list of beats: worked out from what was told, before anything is shown.
import type { Cue } from '../table/cues';

/** One thing that is shown. */
export interface Beat {
  /** Milliseconds after the one before. */
  after: number;
  /** How many lines may be told with it. */
  upTo: number;
  /** What it sounds like; lines that are told with it may have sounds of their own. */
  cue?: Cue;
}

export interface Story<B extends Beat = Beat> {
  /** Names the deal, so that a new one is noticed. */
  deal: string;
  /** How many lines may be told before the first beat. */
  before: number;
  steps: readonly B[];
}

/** Milliseconds before the first beat, while the hands lie there face down. */
export const BREATH = 500;
/** Milliseconds between two hands that are turned up. */
export const TURN = 220;
/** Milliseconds before what matters: the winner's hand, who has won, what it brings. */
export const HOLD = 300;

/**
 * The order in which hands are turned up: as they are given, those that decide it last.
 *
 * @param weight how late: those with the same stay in order.
 */
export const decisiveLast = <T>(hands: readonly T[], weight: (hand: T) => number): T[] =>
  [...hands].sort((a, b) => weight(a) - weight(b));
