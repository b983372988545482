// A deal of Crash with nine cards, as several tests have it.
import { Judge } from '../src/games/crash/judge';
import { Tray } from '../src/games/crash/tray.svelte';
import type { Guide } from '../src/wire/games/crash';

export const CARDS = ['As', 'Ah', 'Ad', 'Ac', 'Kh', 'Qh', '9c', '8c', '2d'];
const MAKES: Readonly<Record<string, readonly [number, string]>> = {
  AsAhAd: [900, 'three aces'],
  KhQh9c: [300, 'king high'],
  Ac8c2d: [400, 'ace high'],
};

/** Nine cards for three hands: prials above everything, and what is not named above is the worst high card. */
export function guide(more: Partial<Guide> = {}): Guide {
  const triples = CARDS.flatMap((a, i) => CARDS.slice(i + 1).flatMap((b, j) => CARDS.slice(i + j + 2).map((c) => a + b + c)));
  const words = ['high', ...Object.values(MAKES).map(([, label]) => label), 'four aces'];
  return {
    cards: CARDS,
    size: 3,
    places: 3,
    strengths: triples.map((hand) => MAKES[hand]?.[0] ?? 100),
    labels: triples.map((hand) => words.indexOf(MAKES[hand]?.[1] ?? 'high')),
    words,
    fours: [],
    least: 200,
    least_laid: 0,
    sorted: false,
    knock: [],
    declare: [],
    ...more,
  };
}
export const FOUR = { cards: ['As', 'Ah', 'Ad', 'Ac'], strength: 1_000, label: 4 };
export const judge = (more?: Partial<Guide>): Judge => new Judge(guide(more));
export const tray = (more?: Partial<Guide>): Tray => new Tray(judge(more));
