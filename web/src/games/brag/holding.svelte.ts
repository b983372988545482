// One's own hands: the cards as far as one may see them, what they are called, and what was put away.
import type { Shown } from '../../betting/story';
import type { LineOf } from '../../boards/types';
import { BACK, byRank, type Code } from '../../cards/cards';
import type { Guide, Table, Wire } from '../../wire/games/brag';
import { labelOf } from './story';

export interface Holding {
  /** Best card first, or as many backs. */
  readonly hands: readonly Code[][];
  /** By hand; empty for nothing. */
  readonly labels: readonly string[];
  readonly away: readonly Code[];
}

/** Call this while the board is being set up; `seat` is null for somebody who has no cards. */
export function holding(
  seat: () => number | null,
  table: () => Table | undefined,
  piles: () => readonly string[],
  turned: () => ReadonlyMap<number, Pick<Shown, 'cards' | 'label'>>,
  guide: () => Guide | null,
  lines: () => readonly LineOf<Wire>[],
): Holding {
  const faces = (pack: readonly number[]): Code[] => pack.map((pile) => piles()[pile] ?? BACK);
  const shown = $derived.by(() => {
    const own = seat();
    return own === null ? undefined : turned().get(own);
  });
  const hands = $derived.by(() => {
    const [own, now] = [seat(), table()];
    if (own === null || !now) return [];
    return (now.hands[own] ?? []).map((pack, at) => {
      const cards = faces(pack);
      const seen = shown !== undefined || now.open[own] || now.looked === at + 1;
      return seen && !cards.includes(BACK) ? [...cards].sort(byRank) : cards.map(() => BACK);
    });
  });
  const away = $derived.by(() => {
    const [own, now] = [seat(), table()];
    return own === null || !now?.playing.includes(own) ? [] : faces(now.discards[own] ?? []);
  });
  const labels = $derived(
    hands.map((cards, at) => {
      if (shown) return shown.label;
      return cards.includes(BACK) ? '' : labelOf(lines(), cards, away.length > 0, guide()?.hands[at]?.label);
    }),
  );
  return {
    get hands() {
      return hands;
    },
    get labels() {
      return labels;
    },
    get away() {
      return away;
    },
  };
}
