// A peg walks from hole to hole.
import { untrack } from 'svelte';
import { calm } from '../../lib/settings.svelte';

/** Milliseconds a hole, and for the whole way at most. */
const HOLE = 220;
const MOST = 900;

/** Lets the peg of a row walk when its score goes up; holes are the row's children. */
export function walking(score: () => number): (row: HTMLElement) => void {
  return (row) => {
    let before = untrack(score);
    $effect(() => {
      const now = score();
      if (now > before) walk([...row.children] as HTMLElement[], before, now);
      before = now;
    });
  };
}

function walk(holes: readonly HTMLElement[], from: number, to: number): void {
  const peg = holes[to - 1];
  if (!peg || calm()) return;
  const middle = (at: number): number => (holes[at]?.offsetLeft ?? 0) + (holes[at]?.offsetWidth ?? 0) / 2;
  // Before its first hole it stands as far to the left of it as the next one is to the right
  const stand = (at: number): number => (at >= 0 ? middle(at) : 2 * middle(0) - middle(1)) - middle(to - 1);
  const steps = to - from;
  peg.animate(
    Array.from({ length: 2 * steps + 1 }, (_, half) => {
      const at = from - 1 + Math.floor(half / 2);
      const lifted = half % 2 === 1;
      const x = lifted ? (stand(at) + stand(at + 1)) / 2 : stand(at);
      return { transform: `translate(${x}px, ${lifted ? -10 : 0}px)`, easing: lifted ? 'ease-in' : 'ease-out' };
    }),
    { duration: Math.min(MOST, steps * HOLE) },
  );
}
