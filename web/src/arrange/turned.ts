// The hands of all players in a showdown, place by place, with their results.
import type { Code } from '../cards/cards';
import type { MarkKind } from '../table/marks';

/** The result of a hand, in a word. */
export interface Fate {
  text: string;
  mark: MarkKind | null;
}

export interface TurnedHand {
  seat: number;
  /** As the viewer calls the player, “You” for themselves. */
  name: string;
  /** The player's own name. */
  plain: string;
  /** The viewer's own. */
  me: boolean;
  /** The cards: backs until the hand is turned up; empty if none was laid. */
  cards: readonly Code[];
  label: string;
  fate: Fate | null;
  won: boolean;
  /** Its cards count for nothing. */
  dim: boolean;
  /** Whoever has it deals, and the others compare theirs with it. */
  dealer: boolean;
}

/** How much of a place is shown: nothing, some hands, or all with the winner. */
export type Seen = 'none' | 'some' | 'all';

export interface TurnedPlace {
  seen: Seen;
  /** Within a sentence: `1st hand`. */
  hand: string;
  /** On its tab, with the outcome in a word or two. */
  tab: string;
  outcome: string;
  /** By player, in the order in which they are shown. */
  hands: readonly TurnedHand[];
  /** A sentence about the winner and the hand; empty if each player's own result says it. */
  verdict: string;
  mark: MarkKind;
  /** The verdict is good news for the viewer. */
  mine: boolean;
  /** Nobody has won it. */
  none: boolean;
}
