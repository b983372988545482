// Announces the viewer's turn, and the viewer's cards when they become visible, to screen readers.
import { untrack } from 'svelte';

/**
 * Call this while the board is being set up.
 *
 * @param turn the key of the viewer's turn to bet; empty during other turns.
 * @param ask the question of that turn.
 * @param hand the viewer's cards in words; empty while the viewer doesn't see them.
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
