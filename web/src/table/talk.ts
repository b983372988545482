// What people said, in their words or a ready phrase; and cards in sentences of the house get their suits.
import type { Talk } from '../wire/messages';
import { isKey, t } from '../words';

export interface Spoken {
  seat: number | null;
  name: string;
  text: string;
}

/** What somebody said, a ready phrase in the language of this page. */
export function spoken({ seat, name, text, phrase }: Talk): Spoken {
  const key = `phrase.${phrase}`;
  return { seat, name, text: isKey(key) ? phraseText(key) : text };
}

export const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'nice_hand',
  'oh_no',
  'thanks',
  'one_moment',
  'good_game',
  'again',
] as const;

export const phraseOf = (phrase: (typeof PHRASES)[number]): string => t(`phrase.${phrase}`);

function phraseText(key: string): string {
  const phrase = PHRASES.find((each) => `phrase.${each}` === key);
  return phrase ? phraseOf(phrase) : key;
}

const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

// A word may go on with a letter that \b takes for its end: Thị is no ten of hearts
/** A sentence with `AsKd` as `A♠ K♦`, and a dot between hands. */
export function withSuits(text: string): string {
  const one = (card: string): string => (card.startsWith('T') ? '10' : (card[0] ?? '')) + (SIGNS[card[1] ?? ''] ?? '');
  return text.replace(/(?<![\p{L}\p{M}\p{N}])(?:[2-9TJQKA][cdhs])+(?: (?:[2-9TJQKA][cdhs])+)*(?![\p{L}\p{M}\p{N}])/gu, (hands) =>
    hands
      .split(' ')
      .map((hand) => (hand.match(/../g) ?? []).map(one).join(hand.length > 8 ? ' ' : '\u00a0'))
      .join(' · '),
  );
}
