// Tips for newcomers to a game, in three steps.
import type { About } from '../wire/messages';
import type { Sent } from './types';

export interface Tip {
  title: string;
  text: string;
}

/** The state of a deal for one of its players. */
export interface Moment<G extends Sent = Sent> {
  table: G['Public'];
  viewer: number;
  /** The viewer has decided, and waits for others. */
  locked: boolean;
  rules: About['rules'];
}

export interface Guided {
  /** The present step; the third is for a deal that is over. */
  at: 1 | 2 | 3;
  steps: readonly [Tip, Tip, Tip];
}

/** The tip for a state of a deal; null between deals. */
export type Tips<G extends Sent = Sent> = (moment: Moment<G>) => Guided | null;
