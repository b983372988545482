// What begins, and what one sees of one's own cards, is heard.
import { untrack } from 'svelte';

/**
 * Call this while the board is being set up.
 *
 * @param turn the key of one's own turn to bet; empty while it isn't.
 * @param ask what one is asked then.
 * @param hand what one sees of one's cards; empty while one doesn't.
 */
export function heard(turn: () => string, ask: () => string, hand: () => string, announce: (text: string) => void): void {
  let heardTurn = '';
  let heardHand = '';
  $effect(() => {
    const [key, cards] = [turn(), hand()];
    untrack(() => {
      if (cards && cards !== heardHand) announce(cards);
      heardHand = cards;
      if (key && key !== heardTurn) announce(ask());
      heardTurn = key;
    });
  });
}
