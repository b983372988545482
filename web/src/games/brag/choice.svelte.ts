// Cards that are being put away, and what is left of the hand then.
import { picking, type Picked } from '../../betting/picking.svelte';
import { setOf, split, type Code } from '../../cards/cards';
import { t } from './words/board';
import type { Drafts } from '../../boards/types';
import type { Guide, Away } from '../../wire/games/brag';

export interface Choice {
  /** How many are to go; 0 where none are. */
  readonly wanted: number;
  /** The best way to do it. */
  readonly best: Away | undefined;
  readonly picked: Picked;
  /** What is done with the chosen ones, once they are all. */
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
