// Animates the pegs: a peg walks from hole to hole, and at the end of the game all pegs run from the start to their holes.
import { untrack } from 'svelte';
import { drawn } from '../../lib/frame';
import { calm } from '../../lib/settings.svelte';

/** Milliseconds for each hole, and at most for the whole way. */
const HOLE = 220;
const MOST = 900;
/** Milliseconds for a run along a whole row. The table shows the end of the game about two seconds after it is told. */
const RUN = 900;
const RING = 300;

/** The result of a row's player; null during the game. */
export type Ended = 'won' | 'lost' | null;

/**
 * Lets the peg of a row walk when its score goes up. If the game ends while the board is open, the peg runs from the start to
 * its hole. All pegs run equally fast, so the one with the most points arrives last. Holes are the row's children.
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

/** Moves the peg of hole `to` there from hole `from`, at `each` ms a hole, after `delay` ms. Holes count from 1; 0 is the start. */
function walk(holes: readonly HTMLElement[], from: number, to: number, each: number, delay: number): void {
  const peg = holes[to - 1];
  if (!peg || calm()) return;
  const middle = (at: number): number => (holes[at]?.offsetLeft ?? 0) + (holes[at]?.offsetWidth ?? 0) / 2;
  // The start is as far to the left of the first hole as the second hole is to its right
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

/** Draws a ring that spreads from a peg when it has arrived. */
function ring(peg: HTMLElement | undefined, delay: number): void {
  if (!peg || calm()) return;
  peg.animate([{ boxShadow: '0 0 0 0 var(--brass-2)' }, { boxShadow: '0 0 0 9px transparent' }], { duration: RING, delay });
}
