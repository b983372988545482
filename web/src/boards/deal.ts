// The order in which cards are dealt: round the table, one at a time.

/** A card that is dealt: its player, its index in the player's hand, and the time at which it leaves the dealer. */
export interface Flight {
  place: number;
  card: number;
  /** Milliseconds after the first. */
  at: number;
}

/** Milliseconds from the dealer to a player. */
export const FLIGHT = 260;
/** Milliseconds between two cards at most, and between the first and the last. */
const GAP = 70;
const SPREAD = 900;

/**
 * The cards of a deal, in their order.
 *
 * @param counts number of cards for each player, beginning with the one who gets the first card.
 */
export function flights(counts: readonly number[]): Flight[] {
  const order = Array.from({ length: Math.max(0, ...counts) }, (_, card) =>
    counts.flatMap((count, place) => (card < count ? [{ place, card }] : [])),
  ).flat();
  const gap = Math.min(GAP, SPREAD / Math.max(1, order.length - 1));
  return order.map((each, n) => ({ ...each, at: Math.round(n * gap) }));
}
