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
const CARDS = /(?<![\p{L}\p{M}\p{N}])(?:[2-9TJQKA][cdhs])+(?: (?:[2-9TJQKA][cdhs])+)*(?![\p{L}\p{M}\p{N}])/gu;
const shownAs = (card: string): string => (card.startsWith('T') ? '10' : (card[0] ?? '')) + (SIGNS[card[1] ?? ''] ?? '');

/** A sentence with `AsKd` as `A♠ K♦`, and a dot between hands. */
export function withSuits(text: string): string {
  return text.replace(CARDS, (hands) =>
    hands
      .split(' ')
      .map((hand) => (hand.match(/../g) ?? []).map(shownAs).join(hand.length > 8 ? ' ' : '\u00a0'))
      .join(' · '),
  );
}

/** A piece of a sentence of the house: plain words, somebody's name, or a card with its suit (0 clubs to 3 spades). */
export type Piece = { is: 'words' | 'name'; text: string } | { is: 'card'; text: string; suit: number };

/** A sentence with its names and cards apart; put together again it is `withSuits`, but for the width of its spaces. */
export function pieces(text: string, names: readonly string[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(CARDS)) {
    found.push(...named(text.slice(at, match.index), names));
    match[0].split(' ').forEach((hand, n) => {
      if (n) found.push({ is: 'words', text: ' · ' });
      (hand.match(/../g) ?? []).forEach((card, m) => {
        if (m) found.push({ is: 'words', text: ' ' });
        found.push({ is: 'card', text: shownAs(card), suit: 'cdhs'.indexOf(card[1] ?? '') });
      });
    });
    at = match.index + match[0].length;
  }
  return [...found, ...named(text.slice(at), names)];
}

/** Words with the names among them apart; a longer name goes before one that it begins with. */
function named(text: string, names: readonly string[]): Piece[] {
  const known = names.filter(Boolean).sort((one, other) => other.length - one.length);
  if (!known.length) return text ? [{ is: 'words', text }] : [];
  const any = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])`, 'u'))
    .map((part, at): Piece => ({ is: at % 2 ? 'name' : 'words', text: part }))
    .filter((piece) => piece.text);
}
