// A peg walks from hole to hole; when the game is over, all run home.
import { untrack } from 'svelte';
import { drawn } from '../../lib/frame';
import { calm } from '../../lib/settings.svelte';

/** Milliseconds a hole, and for the whole way at most. */
const HOLE = 220;
const MOST = 900;
/** Milliseconds that a peg runs along a whole row: the table shows the end of the game some two seconds after it is told. */
const RUN = 900;
const RING = 300;

/** How a row's player has ended; null while the game is on. */
export type Ended = 'won' | 'lost' | null;

/**
 * Lets the peg of a row walk when its score goes up, and run from the start to where it stands when the game ends while the
 * board is there. All run equally fast, so the one that has come furthest is the last to arrive. Holes are the row's children.
 */
export function walking(score: () => number, ended: () => Ended): (row: HTMLElement) => void {
  return (row) => {
    let before = untrack(score);
    let was = untrack(ended);
    $effect(() => {
      const now = score();
      const end = ended();
      const holes = [...row.children] as HTMLElement[];
      const step = now > before ? Math.min(HOLE, MOST / (now - before)) : 0;
      const first = step * (now - before);
      const from = before;
      const home = end !== null && was === null;
      if (step || home)
        void drawn(() => {
          if (step) walk(holes, from, now, step, 0);
          if (!home) return;
          const each = RUN / holes.length;
          walk(holes, 0, now, each, first);
          if (end === 'won') ring(holes[now - 1], first + now * each);
        });
      before = now;
      was = end;
    });
  };
}

/** Moves the peg that stands at `to` there from `from`, at `each` milliseconds a hole, after `delay`; 0 is before the first hole. */
function walk(holes: readonly HTMLElement[], from: number, to: number, each: number, delay: number): void {
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
    { duration: steps * each, delay },
  );
}

/** A ring goes out from a peg that has come home. */
function ring(peg: HTMLElement | undefined, delay: number): void {
  if (!peg || calm()) return;
  peg.animate([{ boxShadow: '0 0 0 0 var(--brass-2)' }, { boxShadow: '0 0 0 9px transparent' }], { duration: RING, delay });
}
