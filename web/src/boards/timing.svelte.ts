// How much of the time for a decision is left, for the rings around faces.

const TICK_MS = 500;

export interface Timing {
  /** From 1 to 0; null where no time runs. */
  readonly left: number | null;
}

/**
 * To be called where a component begins.
 *
 * @param deadline milliseconds since 1970 by the table's clock; null where no time runs.
 * @param offset the table's clock less ours.
 */
export function timing(deadline: () => number | null, offset: () => number): Timing {
  let now = $state(Date.now());
  /** When the time that runs was first seen: from there the ring is whole. */
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
