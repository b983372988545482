// The chips of a deal, from what everybody has put in: what a stake is worth, what each pot holds, and who may win it.
import type { Limit, Part, Table } from '../../wire/games/brag_poker';

/** What a stake counts as: others match it in full. */
export const creditOf = (stake: readonly Part[]): number => stake.reduce((sum, part) => sum + part.credit, 0);

/** Chips of a stake that lie below a level of credit; whoever hadn't looked paid half of a part, rounded up. */
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

/** What stands in this round. */
export const standsOf = ({ stands, before }: Limit): number => stands - before;

/** What a seat has put in in this round: chips, and what they count as. */
export function putInOf({ stakes, before }: Limit, seat: number): { chips: number; credit: number } {
  const stake = stakes[seat] ?? [];
  return { chips: paidOf(stake) - paidOf(stake, before), credit: Math.max(0, creditOf(stake) - before) };
}

/** Seats in the pot, in the order of play. */
export const stillOf = ({ playing, folded }: Table): number[] => playing.filter((seat) => !folded.includes(seat));

/** Whether a seat is in the pot with nothing left to bet. */
export const allIn = (table: Table, seat: number): boolean => table.chips[seat] === 0 && stillOf(table).includes(seat);

export interface Pot {
  chips: number;
  /** Who may win it. */
  seats: readonly number[];
}

/** The pots as they lie, the main one first: whoever is all-in closes one at the credit that was reached. */
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

/** Who puts in the small blind, and who the big one; of two players the dealer the small one. */
export const blindsOf = ({ playing }: Table): readonly number[] =>
  playing.length > 2 ? playing.slice(0, 2) : [...playing].reverse();
