// Shows a finished deal step by step (in beats). A tap on the board, Enter or Space shows the rest at once.
import { untrack } from 'svelte';
import { part } from '../lib/frame';
import { calm } from '../lib/settings.svelte';
import { cue } from '../table/sounds';
import { BREATH, type Beat, type Story } from './story';

export interface Beats<B extends Beat = Beat> {
  /** The beats that have been shown. */
  readonly up: readonly B[];
  /** The newest beat, if it was shown in its turn: not if it was skipped, or over when the board was opened. */
  readonly fresh: B | null;
  readonly through: boolean;
  skip: () => void;
}

/** Elements that react to a click or a key themselves. */
const PRESSED = 'dialog, input, textarea, select, button, a';

/**
 * Shows each new story; call this while the component is being set up.
 *
 * `story` is null while no deal is over; `still` says whether to show all beats at once.
 */
export function beats<B extends Beat>(
  story: () => Story<B> | null,
  still: () => boolean,
  onreveal: () => ((lines: number | null) => void) | undefined,
): Beats<B> {
  const deal = $derived(story()?.deal ?? null);
  const steps = $derived(story()?.steps ?? []);
  let shown = $state(0);
  /** The rest is shown with one beat per frame: all at once would delay the page. */
  let hurried = $state(false);
  let fresh = $state.raw<B | null>(null);
  // A deal that was over before the board was opened is shown without steps
  let seen = untrack(() => deal);
  $effect.pre(() => {
    const now = deal;
    untrack(() => {
      fresh = null;
      hurried = false;
      if (now !== null) shown = still() || calm() || now === seen ? steps.length : 0;
      seen = now;
    });
  });
  const through = $derived(shown >= steps.length);
  const skip = (): void => {
    fresh = null;
    hurried = true;
  };
  $effect(() => {
    const next = steps[shown];
    if (!next) return;
    if (hurried) return part(() => (shown += 1));
    const handle = setTimeout(
      () => {
        shown += 1;
        fresh = next;
        if (next.cue) cue(next.cue);
      },
      shown === 0 ? BREATH : next.after,
    );
    return () => clearTimeout(handle);
  });
  $effect(() => {
    const now = story();
    const tell = onreveal();
    if (!now || through) tell?.(null);
    else tell?.(shown === 0 ? now.before : (steps[shown - 1]?.upTo ?? null));
  });
  $effect(() => {
    if (through) return;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.key !== 'Enter' && event.key !== ' ') || (event.target as Element).closest(PRESSED)) return;
      event.preventDefault();
      skip();
    };
    const onClick = (event: MouseEvent): void => {
      if ((event.target as Element).closest('.board')) skip();
    };
    addEventListener('keydown', onKey);
    addEventListener('click', onClick);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('click', onClick);
    };
  });
  return {
    get up() {
      return steps.slice(0, shown);
    },
    get fresh() {
      return fresh;
    },
    get through() {
      return through;
    },
    skip,
  };
}
