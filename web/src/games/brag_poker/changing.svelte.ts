// Cards to be changed: picked one by one, or, by a player who hasn't looked, as a number of cards.
import { picking, type Picked } from '../../betting/picking.svelte';
import { split, type Code } from '../../cards/cards';
import type { Drafts } from '../../boards/types';
import type { Guide } from '../../wire/games/brag_poker';

export interface Changing {
  /** Whether the viewer is to change or keep cards now. */
  readonly now: boolean;
  /** The most cards that may be changed. */
  readonly most: number;
  /** Whether the viewer hasn't looked, so that only the number of cards is chosen. */
  readonly unseen: boolean;
  readonly picked: Picked;
  /** The chosen number of cards. */
  readonly count: number;
  /** The action for the present choice. */
  readonly action: string;
  /** Chooses a number of unseen cards. */
  take: (count: number) => void;
  /** Chooses the cards of a suggested action. */
  suggested: (action: string) => void;
  /** Clears the choice. */
  undo: () => void;
}

/** Call this while the board is being set up. The choice is empty at the start of each deal. */
export function changing(
  guide: () => Guide | null,
  hand: () => readonly Code[],
  deal: () => number | undefined,
  drafts: () => Drafts | undefined,
): Changing {
  const most = $derived(guide()?.changes ?? 0);
  const unseen = $derived(guide()?.unseen ?? false);
  const picked = picking(
    () => (unseen ? 0 : most),
    () => `${deal()}.change`,
    hand,
    drafts,
  );
  // A number of unseen cards is chosen by one tap, so it isn't saved as a draft
  let taken = $state.raw({ deal: 0, count: 0 });
  const count = $derived(unseen ? (taken.deal === deal() ? taken.count : 0) : most ? picked.cards.length : 0);
  const take = (count: number): void => void (taken = { deal: deal() ?? 0, count });
  return {
    get now() {
      return guide()?.changes != null;
    },
    get most() {
      return most;
    },
    get unseen() {
      return unseen;
    },
    picked,
    get count() {
      return count;
    },
    get action() {
      if (!count) return 'change none';
      return unseen ? `change ${count}` : `change ${picked.cards.join(' ')}`;
    },
    take,
    suggested: (action) => {
      const what = action.slice('change '.length);
      if (unseen) take(Number(what) || 0);
      else picked.choose(what === 'none' ? [] : split(what.replaceAll(' ', '')));
    },
    undo: () => (unseen ? take(0) : picked.choose([])),
  };
}
