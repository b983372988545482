// Cards that are picked to be put away, and the hand that is left then.
import { picking, type Picked } from '../../betting/picking.svelte';
import { setOf, split, type Code } from '../../cards/cards';
import { t } from './words/board';
import type { Drafts } from '../../boards/types';
import type { Guide, Away } from '../../wire/games/brag';

export interface Choice {
  /** Number of cards to put away; 0 for none. */
  readonly wanted: number;
  /** The best way to put cards away. */
  readonly best: Away | undefined;
  readonly picked: Picked;
  /** The way that puts the picked cards away; undefined until all are picked. */
  readonly way: Away | undefined;
}

/** Call this while the board is being set up. */
export function choosing(
  guide: () => Guide | null,
  hand: () => readonly Code[],
  deal: () => number | undefined,
  drafts: () => Drafts | undefined,
  announce: (text: string) => void,
): Choice {
  const ways = $derived(guide()?.discards ?? []);
  const wanted = $derived(split(ways[0]?.cards ?? '').length);
  const picked = picking(
    () => wanted,
    () => `${deal()}.discard`,
    hand,
    drafts,
    () => {
      if (way) announce(t('brag.discard.would', { label: way.label }));
    },
  );
  const way = $derived(ways.find((each) => setOf(split(each.cards)) === setOf(picked.cards)));
  return {
    get wanted() {
      return wanted;
    },
    get best() {
      return ways[0];
    },
    picked,
    get way() {
      return way;
    },
  };
}
