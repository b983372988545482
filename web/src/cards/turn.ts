// A card turns over: its back goes, then its face comes. `Card.svelte` has the animation, so that a page that begins many of them
// works its styles out once.
import { calm } from '../lib/settings.svelte';

/** Lets a card turn over that shows its face, in so many milliseconds from now; `card` is the root of a `Card`. */
export function turnOver(card: HTMLElement, delay = 0): void {
  if (calm()) return;
  card.style.setProperty('--turns-in', `${delay}ms`);
  card.classList.add('turns');
  card.firstElementChild?.addEventListener('animationend', () => turned(card), { once: true });
}

/** The card lies there: it has turned over, or there was no time for it. */
export function turned(card: HTMLElement): void {
  card.classList.remove('turns');
}
