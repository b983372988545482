// The table shakes, once.
import { calm } from '../lib/settings.svelte';

const MS = 280;
/** Its positions, in pixels to the right and down. */
const WAY = [
  [0, 0],
  [-5, 2],
  [4, -2],
  [-3, 1],
  [2, -1],
  [0, 0],
];

/** Shakes the board that contains a node, when the node appears. */
export function shakes(node: HTMLElement): void {
  if (calm()) return;
  node.closest('.felt')?.animate(
    WAY.map(([x, y]) => ({ translate: `${x}px ${y}px` })),
    { duration: MS, easing: 'ease-out' },
  );
}
