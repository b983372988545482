/** Cards as the table writes them: rank letter and suit letter, `As`; `??` is a card whose face can't be seen. */

import { t } from '../words';

export type Code = string;

export const BACK: Code = '??';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

/** The cards of a text: `AsAhAd` is three. */
export function split(text: string): Code[] {
  return text.match(/../g) ?? [];
}

/** The card of a number: the public state of a table numbers the cards, twos first. */
export const codeOf = (card: number): Code => (RANKS[card >> 2] ?? '?') + (SUITS[card & 3] ?? '?');

export const rankOf = (code: Code): number => RANKS.indexOf(code[0] ?? '');
export const suitOf = (code: Code): number => SUITS.indexOf(code[1] ?? '');

/** The index in the corner of a card. */
export const indexOf = (code: Code): string => (code.startsWith('T') ? '10' : (code[0] ?? ''));

const RANK_WORDS = [
  'card.two',
  'card.three',
  'card.four',
  'card.five',
  'card.six',
  'card.seven',
  'card.eight',
  'card.nine',
  'card.ten',
  'card.jack',
  'card.queen',
  'card.king',
  'card.ace',
] as const;
const SUIT_WORDS = ['card.clubs', 'card.diamonds', 'card.hearts', 'card.spades'] as const;

/** A card's name, as it is read out: `three of spades`. */
export function nameOf(code: Code): string {
  const rank = RANK_WORDS[rankOf(code)];
  const suit = SUIT_WORDS[suitOf(code)];
  return rank && suit ? t('card.name', { rank: t(rank), suit: t(suit) }) : t('card.back');
}

/** Names of several cards, read one after the other. */
export const namesOf = (codes: readonly Code[]): string => codes.map(nameOf).join(', ');

/** Best rank first; suits keep together within a rank. */
export const byRank = (a: Code, b: Code): number => rankOf(b) - rankOf(a) || suitOf(b) - suitOf(a);

// Black and red in turn, so that neighbours differ in a two-colour pack
const SUIT_ORDER = [1, 0, 2, 3];
/** Suit by suit, the best first. */
export const bySuit = (a: Code, b: Code): number =>
  (SUIT_ORDER[suitOf(b)] ?? 0) - (SUIT_ORDER[suitOf(a)] ?? 0) || rankOf(b) - rankOf(a);

/** A text that is the same for the same cards in any order. */
export const setOf = (codes: readonly Code[]): string => [...codes].sort().join('');
