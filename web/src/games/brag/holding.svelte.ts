// The viewer's hands: the cards that the viewer may see, the names of the hands, and the cards that were put away.
import type { Shown } from '../../betting/story';
import type { LineOf } from '../../boards/types';
import { BACK, byRank, type Code } from '../../cards/cards';
import type { Guide, Table, Wire } from '../../wire/games/brag';
import { labelOf } from './story';

export interface Holding {
  /** Hands of cards, best card first; a hand that isn't seen is the same number of backs. */
  readonly hands: readonly Code[][];
  /** The name of each hand; empty if it isn't known. */
  readonly labels: readonly string[];
  readonly away: readonly Code[];
}

/** Call this while the board is being set up; `seat` is null for a spectator. */
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
