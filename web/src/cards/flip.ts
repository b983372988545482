// Cards that change their place glide there. Only what really moves does, and nothing where motion is unwelcome.
import { drawn } from '../lib/frame';
import { calm } from '../lib/settings.svelte';

/** Where each `[data-card]` below `root` lies; nothing where motion is unwelcome. */
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
  // All boxes before anything moves: one layout for all of them
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
