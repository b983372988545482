// Turns a card over, from its back to its face. `Card.svelte` has the animation, so that a page that starts many of them
// computes its styles once.
import { calm } from '../lib/settings.svelte';

/** Lets a card that is face up turn over after a number of milliseconds; `card` is the root of a `Card`. */
export function turnOver(card: HTMLElement, delay = 0): void {
  if (calm()) return;
  card.style.setProperty('--turns-in', `${delay}ms`);
  card.classList.add('turns');
  card.firstElementChild?.addEventListener('animationend', () => turned(card), { once: true });
}

/** Removes the animation from a card, finished or not. */
export function turned(card: HTMLElement): void {
  card.classList.remove('turns');
}
