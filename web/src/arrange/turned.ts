// Hands of all players that are turned up place by place, and what became of each.
import type { Code } from '../cards/cards';
import type { MarkKind } from '../table/marks';

/** What became of a hand, in a word. */
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
  /** Backs as long as it isn't turned up; nothing where none was laid. */
  cards: readonly Code[];
  label: string;
  fate: Fate | null;
  won: boolean;
  /** Its cards count for nothing. */
  dim: boolean;
  /** Whoever has it deals, and the others compare theirs with it. */
  dealer: boolean;
}

/** How much of a place is seen: nothing, some hands, all of them with who has won. */
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
  /** Who has won it, and with what; empty where each player's own word says it. */
  verdict: string;
  mark: MarkKind;
  /** The verdict is good news for the viewer. */
  mine: boolean;
  /** Nobody has won it. */
  none: boolean;
}
