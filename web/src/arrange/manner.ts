// What a game adds to the arranging of its cards: the names of its places, what it says, and how it writes what is laid.
import type { Code } from '../cards/cards';
import type { Judge, Judged } from './judge';
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
  /** Why the arrangement can't be laid; empty where it can. */
  block: string;
  /** What one should know before it is; empty where there is nothing. */
  warn: string;
}

export interface Manner extends Places {
  judge: Judge;
  /** Whether a wrong order costs something. */
  strict: boolean;
  /** That a hand beats one before it, or is only as good, and what comes of it. The names stand within a sentence. */
  disorder: (names: { first: string; second: string }, level: boolean) => string;
  /** What stands in the way of locking in, and what one should know before. */
  advice: (tray: Tray) => Advice;
  /** What lies in the places after an action; null where it lays no cards. */
  read: (action: string) => Laying | null;
  /** Hands as an action. The claim is one of `claims`, or empty. */
  write: (laying: Laying) => string;
  /** What may be claimed along with these hands, the game's own words; nothing where this is missing. */
  claims?: (hands: readonly (readonly Code[])[]) => readonly string[];
  /** What is claimed, where it may be, until the player says otherwise. */
  claim?: string;
  /** How many places, from the first, have to be in order with a claim; all where this is missing. */
  compared?: (claim: string) => number;
  /** What locking in does, in two words; `Lock in` where this is missing. */
  does?: (tray: Tray) => string;
}

/** That a place has fewer cards than belong there; empty where none has. */
export function shortOf({ places, judged, manner }: Tray): string {
  const short = places.findIndex((cards, at) => cards.length > 0 && !judged[at]?.strength);
  return short < 0 ? '' : t('arrange.short', { place: manner.hand(short) });
}

/** Whether a hand stands in order, in a word or two. */
export function stateOf({ beats, level }: Judged, { place }: Places): string {
  if (beats < 0) return t('arrange.place.ordered');
  return level ? t('arrange.place.level', { place: place(beats) }) : t('arrange.place.beats', { place: place(beats) });
}

/** That a hand stands before a better one; empty where the order stands. */
export function disorderOf({ judged, manner }: Tray): string {
  const at = judged.findIndex((hand) => hand.beats >= 0);
  const wrong = judged[at];
  return wrong ? manner.disorder({ first: manner.hand(wrong.beats), second: manner.hand(at) }, wrong.level) : '';
}
