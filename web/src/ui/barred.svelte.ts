// What a page writes into the bar above it, in the place of the ways to other pages.
import type { Snippet } from 'svelte';

let written = $state.raw<Snippet | null>(null);

export const barred = {
  get snippet(): Snippet | null {
    return written;
  },
};

/** Call this while the page is being set up; it is gone with the page. */
export function writeInBar(snippet: () => Snippet | null): void {
  $effect.pre(() => {
    written = snippet();
    return () => (written = null);
  });
}
