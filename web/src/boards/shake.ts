// The table shakes, once.
import { calm } from '../lib/settings.svelte';

const MS = 280;
/** Where it goes, in pixels to the right and down. */
const WAY = [
  [0, 0],
  [-5, 2],
  [4, -2],
  [-3, 1],
  [2, -1],
  [0, 0],
];

/** Shakes the board that a node stands on; to be attached when it is to be seen. */
export function shakes(node: HTMLElement): void {
  if (calm()) return;
  node.closest('.felt')?.animate(
    WAY.map(([x, y]) => ({ translate: `${x}px ${y}px` })),
    { duration: MS, easing: 'ease-out' },
  );
}
