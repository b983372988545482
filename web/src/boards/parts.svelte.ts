// Something of many parts, which come one after the other, a frame each.
import { part } from '../lib/frame';

/**
 * To be called where a component begins.
 *
 * @param most how many parts there are.
 * @param each how many of them come with a frame.
 */
export function parts(most: () => number, each = 1): { /** How many are there. */ readonly here: number } {
  let here = $state(0);
  $effect(() => {
    if (here < most()) return part(() => (here += each));
    return;
  });
  return {
    get here() {
      return here;
    },
  };
}
