// When the end of a game takes the place of its board: a beat after the last deal was told, so that one sees how it ended.
import { calm } from '../lib/settings.svelte';

const BEAT_MS = 2200;

export interface Curtain {
  /** Whether the end is shown; may be set, to look at the last deal and to come back. */
  fallen: boolean;
}

/**
 * Call this while the page is being set up.
 *
 * @param played whether the game is being played just now; who comes when it is over sees its end at once.
 * @param told whether the game is over and its last deal is told.
 */
export function curtain(played: () => boolean, told: () => boolean): Curtain {
  let fallen = $state(false);
  let seen = false;
  $effect(() => {
    if (played()) seen = true;
  });
  $effect(() => {
    if (!told()) {
      fallen = false;
      return;
    }
    const handle = setTimeout(() => (fallen = true), seen && !calm() ? BEAT_MS : 0);
    return () => clearTimeout(handle);
  });
  return {
    get fallen() {
      return fallen;
    },
    set fallen(shown) {
      fallen = shown;
    },
  };
}
