// What a game defines for the arranging of its cards: the names of its places, its sentences, and how to write an action.
import type { Code } from '../cards/cards';
import type { Judge, Judged, Order } from './judge';
import type { Tray } from './tray.svelte';
import { t } from './words';

/** What places are called. */
export interface Places {
  /** In a word: `1st`. */
  place: (at: number) => string;
  /** Within a sentence: `1st hand`. */
  hand: (at: number) => string;
}

/** Cards in their places, and what is claimed along with them. */
export interface Laying {
  hands: readonly (readonly Code[])[];
  claim: string;
}

export interface Advice {
  /** The reason why the arrangement can't be laid; empty if it can. */
  block: string;
  /** A warning before it is laid; empty if there is none. */
  warn: string;
}

export interface Manner extends Places {
  judge: Judge;
  /** Whether a wrong order costs something. */
  strict: boolean;
  /** A sentence that says which hand beats an earlier one, or is level with it, and what follows. Names are within the sentence. */
  disorder: (names: { first: string; second: string }, level: boolean) => string;
  /** The error or the warning before locking in. */
  advice: (tray: Tray) => Advice;
  /** The cards in the places after an action; null if it lays no cards. */
  read: (action: string) => Laying | null;
  /** Hands as an action. The claim is one of `claims`, or empty. */
  write: (laying: Laying) => string;
  /** The claims that these hands allow, in the game's own words; no claims if this is missing. */
  claims?: (hands: readonly (readonly Code[])[]) => readonly string[];
  /** The claim that is made by default, if it is allowed. */
  claim?: string;
  /** The places that must be in order with a claim, if that differs from the usual. */
  order?: (claim: string) => Partial<Order>;
  /** The words on the button that locks in; `Lock in` if this is missing. */
  does?: (tray: Tray) => string;
}

/** A sentence about a place with too few cards; empty if there is none. */
export function shortOf({ places, judged, manner }: Tray): string {
  const short = places.findIndex((cards, at) => cards.length > 0 && !judged[at]?.strength);
  return short < 0 ? '' : t('arrange.short', { place: manner.hand(short) });
}

/** Whether a hand stands in order, in a word or two. */
export function stateOf({ beats, level, free }: Judged, { place }: Places): string {
  if (free) return t('arrange.place.any');
  if (beats < 0) return t('arrange.place.ordered');
  return level ? t('arrange.place.level', { place: place(beats) }) : t('arrange.place.beats', { place: place(beats) });
}

/** A sentence about a hand before a better one; empty if the order is right. */
export function disorderOf({ judged, manner }: Tray): string {
  const at = judged.findIndex((hand) => hand.beats >= 0);
  const wrong = judged[at];
  return wrong ? manner.disorder({ first: manner.hand(wrong.beats), second: manner.hand(at) }, wrong.level) : '';
}
