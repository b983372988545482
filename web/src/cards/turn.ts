// A card turns over: its back goes, then its face comes.
import { calm } from '../lib/settings.svelte';

/** Milliseconds until it stands on its edge, and again as many. */
export const HALF = 110;

// Nothing of it is larger than the card itself, so that what was drawn of the card is used again
const EDGE = 'scaleX(0.01) skewY(10deg)';
const FLAT = 'scaleX(1) skewY(0deg)';

/**
 * Turns a card over that shows its face.
 *
 * @param card the root of a `Card`.
 * @param delay milliseconds that its back still shows.
 */
export function turnOver(card: HTMLElement, delay = 0): readonly Animation[] {
  const face = card.querySelector('svg');
  if (!face || calm()) return [];
  card.classList.add('turns');
  const back = card.animate(
    [
      { transform: FLAT, opacity: 1 },
      { transform: EDGE, opacity: 1 },
    ],
    { pseudoElement: '::before', delay, duration: HALF, easing: 'ease-in', fill: 'backwards' },
  );
  const front = face.animate([{ transform: EDGE }, { transform: FLAT }], {
    delay: delay + HALF,
    duration: HALF,
    easing: 'ease-out',
    fill: 'backwards',
  });
  front.finished.then(
    () => card.classList.remove('turns'),
    () => undefined, // the card has gone
  );
  return [back, front];
}
