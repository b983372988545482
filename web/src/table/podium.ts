// The places of the players when a game is over.
import type { Ended } from '../wire/messages';

/** A step of the podium, or a line below it. */
export interface Standing {
  /** The place, from 1; after two players in the first place comes the third. */
  place: number;
  seats: readonly number[];
}

/** The players by place; players who share a place are together. */
export function standings({ places }: Ended): readonly Standing[] {
  const seats = (place: number): number[] => [...places.keys()].filter((seat) => places[seat] === place);
  return [...new Set(places)].sort((a, b) => a - b).map((place) => ({ place, seats: seats(place) }));
}
