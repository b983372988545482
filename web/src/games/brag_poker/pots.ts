// The chips of a deal, computed from all stakes: the credit of a stake, the chips in each pot, and the players who may win it.
import type { Limit, Part, Table } from '../../wire/games/brag_poker';

/** The credit of a stake: the amount that others must match in full. */
export const creditOf = (stake: readonly Part[]): number => stake.reduce((sum, part) => sum + part.credit, 0);

/** The chips of a stake up to a level of credit. A part that was bet blind cost half its credit, rounded up. */
export function paidOf(stake: readonly Part[], level = Infinity): number {
  let left = level;
  let chips = 0;
  for (const part of stake) {
    const below = Math.max(0, Math.min(part.credit, left));
    chips += part.halved ? Math.ceil(below / 2) : below;
    left -= part.credit;
  }
  return chips;
}

/** The credit that must be matched in this round. */
export const standsOf = ({ stands, before }: Limit): number => stands - before;

/** The chips that a seat has put in during this round, and their credit. */
export function putInOf({ stakes, before }: Limit, seat: number): { chips: number; credit: number } {
  const stake = stakes[seat] ?? [];
  return { chips: paidOf(stake) - paidOf(stake, before), credit: Math.max(0, creditOf(stake) - before) };
}

/** Seats that haven't folded, in the order of play. */
export const stillOf = ({ playing, folded }: Table): number[] => playing.filter((seat) => !folded.includes(seat));

/** Whether a seat is in the pot with no chips left to bet. */
export const allIn = (table: Table, seat: number): boolean => table.chips[seat] === 0 && stillOf(table).includes(seat);

export interface Pot {
  chips: number;
  /** Seats that may win it. */
  seats: readonly number[];
}

/** The present pots, the main pot first. A player who is all-in closes a pot at that player's credit. */
export function potsOf(table: Table): Pot[] {
  const { stakes } = table.betting;
  const still = stillOf(table);
  const credits = new Map(still.map((seat) => [seat, creditOf(stakes[seat] ?? [])]));
  const of = (seat: number): number => credits.get(seat) ?? 0;
  const top = Math.max(...credits.values());
  const closed = new Set(still.filter((seat) => allIn(table, seat) && of(seat) < top).map(of));
  const found: Pot[] = [];
  let below = 0;
  let from = 0;
  for (const level of [...[...closed].sort((a, b) => a - b), Infinity]) {
    const chips = stakes.reduce((sum, stake) => sum + paidOf(stake, level), 0);
    if (chips > below)
      found.push({ chips: chips - below, seats: still.filter((seat) => !allIn(table, seat) || of(seat) > from) });
    below = chips;
    from = level;
  }
  return found;
}

/** The seats of the small blind and of the big blind, in this order. With two players the dealer has the small blind. */
export const blindsOf = ({ playing }: Table): readonly number[] =>
  playing.length > 2 ? playing.slice(0, 2) : [...playing].reverse();
