// Draws something with many parts over several frames.
import { part } from '../lib/frame';

/**
 * Call this while the component is being set up.
 *
 * @param most number of parts.
 * @param each number of parts per frame.
 */
export function parts(most: () => number, each = 1): { /** Number of parts drawn so far. */ readonly here: number } {
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
