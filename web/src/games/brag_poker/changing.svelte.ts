// Cards that are to be changed: picked one by one, or, by whoever hasn't looked, their number.
import { picking, type Picked } from '../../betting/picking.svelte';
import { split, type Code } from '../../cards/cards';
import type { Drafts } from '../../boards/types';
import type { Guide } from '../../wire/games/brag_poker';

export interface Changing {
  /** Whether cards may be changed or kept now. */
  readonly now: boolean;
  /** How many at most. */
  readonly most: number;
  /** Whether they are changed by their number. */
  readonly unseen: boolean;
  readonly picked: Picked;
  /** How many are chosen. */
  readonly count: number;
  /** What is done with them. */
  readonly action: string;
  /** Chooses so many unseen ones. */
  take: (count: number) => void;
  /** Chooses what an action changes. */
  suggested: (action: string) => void;
  /** Chooses none. */
  undo: () => void;
}

/** Call this while the board is being set up; each deal begins with none. */
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
  // A number of unseen cards is one tap, and no draft
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
