// How a board moves between its stages, in games in which everybody arranges cards at the same time.
import { dealing, type Deal } from '../boards/dealing.svelte';
import { focusNext, fromTheTop, inSight } from '../boards/stage.svelte';
import { split, type Code } from '../cards/cards';
import type { Scene } from '../wire/messages';

export interface Staged {
  root: () => HTMLElement | undefined;
  scene: () => Scene;
  viewer: () => number | null;
  interactive: () => boolean;
  still: () => boolean;
  opening: () => boolean;
  /** The deal whose cards are on the table; null if there are none. */
  dealt: () => Omit<Deal, 'players'> | null;
  /** The key of the deal whose showdown is shown; null if there is none. */
  shown: () => string | null;
  through: () => boolean;
}

/** The viewer's cards; empty if they aren't known, or if there is no viewer. */
export function ownCards(hands: readonly number[] | undefined, piles: readonly string[], viewer: number | null): Code[] {
  const cards = split(piles[(viewer === null ? undefined : hands?.[viewer]) ?? -1] ?? '');
  return cards.some((card) => card.startsWith('?')) ? [] : cards;
}

/** Call this while the board is being set up. */
export function staging({ root, scene, viewer, interactive, still, opening, dealt, shown, through }: Staged): {
  /** Whether the viewer is to decide now. */
  readonly mine: boolean;
} {
  const mine = $derived.by(() => {
    const [now, seat] = [scene(), viewer()];
    return interactive() && now.status === 'live' && seat !== null && now.waiting.includes(seat) && now.mine === null;
  });
  const ready = $derived(scene().seats[viewer() ?? -1]?.ready ?? false);
  dealing(
    root,
    () => {
      const deal = dealt();
      return deal && shown() === null ? { ...deal, players: scene().seats.length } : null;
    },
    still,
    opening,
  );
  focusNext(
    root,
    () => `${scene().key} ${scene().mine !== null} ${mine} ${through() && scene().rest} ${ready}`,
    () => interactive() && (shown() === null || through()),
    '.next button, .ask button, .hand [data-card][tabindex="0"]',
  );
  // The button for the next deal is not below the edge
  fromTheTop(root, () => `${scene().key?.split('.')[0]} ${shown()}`);
  inSight(root, () => through() && shown() !== null, '.next');
  return {
    get mine() {
      return mine;
    },
  };
}
