// A deal that is over, shown step by step with a beat between. A tap, Enter or Space shows the rest at once.
import { untrack } from 'svelte';
import { calm } from '../lib/settings.svelte';

export interface Story {
  /** Names the deal, so that a new one is noticed. */
  deal: string;
  /** For each step, how many lines may be told with it. */
  upTo: readonly number[];
  /** How many may be told before the first. */
  before: number;
}

export interface Beats {
  /** How many steps are shown. */
  readonly shown: number;
  readonly through: boolean;
  skip: () => void;
}

/** Milliseconds before the first step, and before each other one. */
const FIRST = 700;

/**
 * Shows stories as they come; to be called where a component begins.
 *
 * `story` is null while nothing is over; `still` whether to show what comes at once; `beat` the milliseconds before each step but
 * the first, or before the one of a number from 0.
 */
export function beats(
  story: () => Story | null,
  still: () => boolean,
  beat: number | ((step: number) => number),
  onreveal: () => ((lines: number | null) => void) | undefined,
): Beats {
  const deal = $derived(story()?.deal ?? null);
  const steps = $derived(story()?.upTo.length ?? 0);
  let shown = $state(0);
  // What was over before the board came is shown as it stands
  let seen = untrack(() => deal);
  $effect.pre(() => {
    const now = deal;
    untrack(() => {
      if (now !== null) shown = still() || calm() || now === seen ? steps : 0;
      seen = now;
    });
  });
  $effect(() => {
    if (shown >= steps) return;
    const wait = shown === 0 ? FIRST : typeof beat === 'number' ? beat : beat(shown);
    const handle = setTimeout(() => (shown += 1), wait);
    return () => clearTimeout(handle);
  });
  $effect(() => {
    const now = story();
    const tell = onreveal();
    if (!now || shown >= steps) tell?.(null);
    else tell?.(shown === 0 ? now.before : (now.upTo[shown - 1] ?? null));
  });
  const skip = (): void => void (shown = steps);
  $effect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (shown >= steps || (event.key !== 'Enter' && event.key !== ' ')) return;
      if ((event.target as HTMLElement).closest('dialog, input, textarea, select, button, a')) return;
      event.preventDefault();
      skip();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return {
    get shown() {
      return shown;
    },
    get through() {
      return shown >= steps;
    },
    skip,
  };
}
