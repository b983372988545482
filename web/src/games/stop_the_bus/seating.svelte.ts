// How the players sit: who is still in the game, and each seat's tokens, cards and state.
import type { Sitting } from '../../boards/types';
import { BACK, codeOf, split, type Code } from '../../cards/cards';
import type { Table } from '../../wire/games/stop_the_bus';
import { costOf, doingOf } from './sentences';
import { t } from './words/board';

export interface Seating {
  /** Whether a seat is still in the game; a seat that this deal put out counts as in until the next deal. */
  plays: (seat: number) => boolean;
  tokens: (seat: number) => { left: number; gone: number };
  sitting: (seat: number) => Sitting;
  /** The cards before a seat, as everybody sees them. */
  handOf: (seat: number) => Code[];
}

/**
 * Call this while the board is being set up.
 *
 * @param up the names of the hands that are turned up, by seat; null while no deal is over.
 * @param through whether all of a finished deal has been shown.
 */
export function seating(
  table: () => Table | undefined,
  piles: () => readonly string[],
  up: () => ReadonlyMap<number, string> | null,
  through: () => boolean,
): Seating {
  const last = $derived(table()?.last ?? null);
  const plays = (seat: number): boolean => (table()?.playing.includes(seat) || last?.out.includes(seat)) ?? false;

  function doing(now: Table, seat: number): Sitting['doing'] {
    if (!plays(seat)) return { text: t('board.out'), mark: 'none' };
    const hands = up();
    if (!hands) return doingOf(now, seat);
    const called = hands.get(seat);
    if (called === undefined) return null;
    return through() && last ? costOf(last, seat) : { text: called, mark: 'eye' };
  }

  return {
    plays,
    tokens(seat) {
      const left = table()?.scores[seat] ?? 0;
      const paid = last?.paid[seat] ?? 0;
      return up() && !through() ? { left: left + paid, gone: 0 } : { left, gone: paid };
    },
    sitting(seat) {
      const now = table();
      return {
        doing: now ? doing(now, seat) : { text: t('board.out'), mark: 'none' },
        turn: now?.phase === 'turn' && seat === now.seat,
        dealer: now !== undefined && now.deal > 0 && !up() && seat === now.dealer,
        out: !plays(seat),
        fate: through() && (last?.paid[seat] ?? 0) > 0 ? 'lost' : null,
      };
    },
    handOf(seat) {
      const now = table();
      const pile = split(piles()[now?.hands[seat] ?? -1] ?? '');
      if (!now || !pile.length || !plays(seat)) return [];
      if (up()?.has(seat)) return pile;
      const known = (now.known[seat] ?? []).map(codeOf);
      return [...known, ...pile.slice(known.length).map(() => BACK)];
    },
  };
}
