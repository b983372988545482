// The end of a deal, as far as it has been shown.
import { beats, type Beats } from '../boards/beats.svelte';
import type { Doing, Sitting } from '../boards/types';
import type { DealStory, Shown, Step, WonPot } from './story';
import { t } from './words';

export interface Showdown {
  /** The deal is over, whether or not all of it is shown. */
  readonly over: boolean;
  readonly beats: Beats<Step>;
  /** Hands that are turned up, by seat. */
  readonly turned: ReadonlyMap<number, Shown>;
  readonly winners: ReadonlySet<number>;
  /** The results of the pots, a sentence each. */
  readonly verdict: readonly string[];
  /** Chips that nobody has won yet, as far as that may be shown. */
  readonly atStake: number;
  /** The state of a seat: its result in the showdown, else what it was doing before. */
  sitting: (seat: number, own: Omit<Sitting, 'fate'>) => Sitting;
  /** Chips before a seat; they change at the end of the showdown. */
  chips: (seat: number) => number;
}

/** The part of a table's public state that all games for chips have. */
interface Table {
  chips: readonly number[];
  last: { awards: readonly { chips: number }[] } | null;
}

/**
 * Call this while the board is being set up.
 *
 * `story` is null while no deal is over; `wonBy` gives a sentence about a pot's winner, and `rest` the further results.
 */
export function showdownOf(
  table: () => Table | undefined,
  story: () => DealStory | null,
  wonBy: (pot: WonPot) => string,
  rest: () => readonly string[],
  still: () => boolean,
  onreveal: () => ((lines: number | null) => void) | undefined,
): Showdown {
  const shown = $derived(story());
  const showing = beats(() => shown, still, onreveal);
  const { up } = $derived(showing);
  const pots = $derived(up.filter((step) => step.kind === 'pot'));
  const turned = $derived(new Map(up.filter((step) => step.kind === 'hand').map((step) => [step.seat, step])));
  const winners = $derived(new Set(pots.flatMap((pot) => pot.winners)));
  const verdict = $derived([...pots.map(wonBy), ...(showing.through ? rest() : [])]);
  const atStake = $derived(
    (table()?.last?.awards ?? []).reduce((sum, award) => sum + award.chips, 0) - pots.reduce((sum, pot) => sum + pot.chips, 0),
  );
  let before = $state.raw<readonly number[]>([]);
  const hidden = $derived(shown !== null && !showing.through);
  $effect.pre(() => {
    const now = table();
    if (now && !hidden) before = now.chips;
  });
  function ends(seat: number): Doing | null {
    if (winners.has(seat)) return { text: t('chips.seat.wins'), mark: 'crown' };
    return turned.has(seat) ? { text: t('chips.seat.shows'), mark: 'eye' } : null;
  }
  return {
    get over() {
      return shown !== null;
    },
    beats: showing,
    get turned() {
      return turned;
    },
    get winners() {
      return winners;
    },
    get verdict() {
      return verdict;
    },
    get atStake() {
      return atStake;
    },
    sitting: (seat, own) => ({
      ...own,
      doing: ends(seat) ?? own.doing,
      turn: own.turn && shown === null,
      fate: winners.has(seat) ? 'won' : null,
    }),
    chips: (seat) => (hidden ? before[seat] : table()?.chips[seat]) ?? 0,
  };
}
