// The end of a deal, as far as it is shown.
import type { Scene } from '../../wire/messages';
import { beats, type Beats } from '../../boards/beats.svelte';
import type { Who } from '../../boards/who';
import { storyOf, type Line, type Step } from './story';
import type { Table } from '../../wire/games/brag';
import { carriedBy, wonBy } from './sentences';

const BEAT_MS = 1300;

type Shown = Extract<Step, { kind: 'hand' }>;

export interface Showdown {
  /** The deal is over, whether or not all of it is shown. */
  readonly over: boolean;
  readonly beats: Beats;
  /** Hands that are turned up, by seat. */
  readonly turned: ReadonlyMap<number, Shown>;
  readonly winners: ReadonlySet<number>;
  /** What became of the pots, a sentence each. */
  readonly verdict: readonly string[];
  /** Chips that nobody has won yet, as far as it may be told. */
  readonly atStake: number;
}

/** To be called where a board begins. */
export function showdownOf(
  table: () => Table | undefined,
  lines: () => readonly Line[],
  scene: () => Scene,
  who: Who,
  still: () => boolean,
  onreveal: () => ((lines: number | null) => void) | undefined,
): Showdown {
  const story = $derived.by(() => {
    const now = table();
    return now ? storyOf(lines(), now, scene().round) : null;
  });
  const showing = beats(() => story, still, BEAT_MS, onreveal);
  const up = $derived(story?.steps.slice(0, showing.shown) ?? []);
  const pots = $derived(up.filter((step) => step.kind === 'pot'));
  const turned = $derived(new Map(up.filter((step) => step.kind === 'hand').map((step) => [step.seat, step])));
  const winners = $derived(new Set(pots.flatMap((pot) => pot.winners)));
  const verdict = $derived.by(() => {
    const said = pots.map((pot) => wonBy(pot, who));
    const now = table();
    if (now && showing.through && !now.last?.awards.length && now.holder !== null) said.push(carriedBy(now, who));
    return said;
  });
  const atStake = $derived(
    (table()?.last?.awards ?? []).reduce((sum, award) => sum + award.chips, 0) - pots.reduce((sum, pot) => sum + pot.chips, 0),
  );
  return {
    get over() {
      return story !== null;
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
  };
}
