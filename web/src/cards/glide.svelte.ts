// Cards glide to their new positions when the table changes.
import { untrack } from 'svelte';
import { drawn } from '../lib/frame';
import { glideFrom, places } from './flip';

/** Lets every `[data-card]` below `root` glide whenever `of` changes; call this while the component is being set up. */
export function gliding(root: () => HTMLElement | undefined, of: () => unknown): void {
  let before = new Map<string, DOMRect>();
  $effect.pre(() => {
    of();
    untrack(() => (before = places(root())));
  });
  $effect(() => {
    of();
    const from = before;
    void drawn(() => glideFrom(root(), from));
  });
}
