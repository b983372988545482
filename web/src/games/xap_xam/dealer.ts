// The dealer of the deal on the table.
import type { Table } from '../../wire/games/xap_xam';

/** The seat that dealt it. When a deal is over, `dealer` is already the next one. */
export function dealtBy({ dealer, last, scores }: Pick<Table, 'dealer' | 'last' | 'scores'>): number {
  return last && !last.over ? (dealer + scores.length - 1) % scores.length : dealer;
}
