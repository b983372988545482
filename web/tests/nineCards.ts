// A deal of Crash with nine cards, as several tests have it.
import { Tray } from '../src/arrange/tray.svelte';
import { mannerOf } from '../src/games/crash/manner';
import type { Guide } from '../src/wire/games/crash';
import { packed } from './support';

export const CARDS = ['As', 'Ah', 'Ad', 'Ac', 'Kh', 'Qh', '9c', '8c', '2d'];
const MAKES: Readonly<Record<string, number>> = { AsAhAd: 900, KhQh9c: 300, Ac8c2d: 400 };

/** Nine cards for three hands: prials above everything, and what is not named above is the worst high card. */
export function guide(more: Partial<Guide> = {}): Guide {
  const triples = CARDS.flatMap((a, i) => CARDS.slice(i + 1).flatMap((b, j) => CARDS.slice(i + j + 2).map((c) => a + b + c)));
  return {
    hands: {
      cards: CARDS,
      shape: [3, 3, 3],
      sizes: [{ size: 3, strengths: packed(triples.map((hand) => MAKES[hand] ?? 100)) }],
      names: [
        { least: 100, text: 'high' },
        { least: 300, text: 'king high' },
        { least: 400, text: 'ace high' },
        { least: 900, text: 'three aces' },
        { least: 1_000, text: 'four aces' },
      ],
    },
    fours: [],
    least: 200,
    least_laid: 0,
    sorted: false,
    knock: [],
    declare: [],
    ...more,
  };
}
export const FOUR = { cards: ['As', 'Ah', 'Ad', 'Ac'], strength: 1_000 };
export const tray = (more?: Partial<Guide>): Tray => new Tray(mannerOf(guide(more)));
