// The share of the time left for a decision, for the rings around faces.

const TICK_MS = 500;

export interface Timing {
  /** From 1 to 0; null without a time limit. */
  readonly left: number | null;
}

/**
 * Call this while the component is being set up.
 *
 * @param deadline milliseconds since 1970 by the table's clock; null without a time limit.
 * @param offset the table's clock minus ours, in milliseconds.
 */
export function timing(deadline: () => number | null, offset: () => number): Timing {
  let now = $state(Date.now());
  /** When this deadline was first seen; the ring is full at that time. */
  let begun = $state.raw<{ until: number; whole: number } | null>(null);
  $effect.pre(() => {
    const until = deadline();
    if (until === null) {
      begun = null;
      return;
    }
    const seen = Date.now();
    now = seen;
    begun = { until: until - offset(), whole: Math.max(1, until - offset() - seen) };
    const handle = setInterval(() => (now = Date.now()), TICK_MS);
    return () => clearInterval(handle);
  });
  const left = $derived(begun && Math.min(1, Math.max(0, (begun.until - now) / begun.whole)));
  return {
    get left() {
      return left;
    },
  };
}
