// Cards glide to their new positions. Cards that don't move aren't animated, and none is if the viewer wants less motion.
import { drawn } from '../lib/frame';
import { calm } from '../lib/settings.svelte';

/** The box of each `[data-card]` below `root`; none if the viewer wants less motion. */
export function places(root: HTMLElement | undefined): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  if (root && !calm())
    for (const card of root.querySelectorAll<HTMLElement>('[data-card]'))
      found.set(card.dataset['card'] ?? '', card.getBoundingClientRect());
  return found;
}

/** Makes a change, and lets every `[data-card]` below `root` glide from where it was to where it is. */
export async function glide(root: HTMLElement | undefined, change: () => void): Promise<void> {
  const before = places(root);
  change();
  await drawn(() => glideFrom(root, before));
}

/** Lets cards glide from where they were to where they are. */
export function glideFrom(root: HTMLElement | undefined, before: ReadonlyMap<string, DOMRect>): void {
  if (!root || !before.size) return;
  // Read all boxes before anything moves, so that the page is laid out only once
  const cards = [...root.querySelectorAll<HTMLElement>('[data-card]')].map((card) => ({
    card,
    to: card.getBoundingClientRect(),
  }));
  for (const { card, to } of cards) {
    const from = before.get(card.dataset['card'] ?? '');
    if (!from?.width) continue;
    const [dx, dy] = [from.left - to.left, from.top - to.top];
    if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width) continue;
    card.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`, transformOrigin: '0 0', zIndex: 5 },
        { transform: 'none', transformOrigin: '0 0', zIndex: 5 },
      ],
      { duration: 200, easing: 'cubic-bezier(.2,.7,.3,1)' },
    );
  }
}
