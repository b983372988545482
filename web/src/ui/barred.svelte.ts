// Content that a page shows in the bar above it, in place of the links to other pages.
import type { Snippet } from 'svelte';

let written = $state.raw<Snippet | null>(null);

export const barred = {
  get snippet(): Snippet | null {
    return written;
  },
};

/** Call this while the page is being set up. The content is removed together with the page. */
export function writeInBar(snippet: () => Snippet | null): void {
  $effect.pre(() => {
    written = snippet();
    return () => (written = null);
  });
}
