// Spreads the drawing of a page over several frames. A board that is drawn in one frame delays the page.
import { tick } from 'svelte';

const parts: (() => void)[] = [];
const after: (() => void)[] = [];
let asked = false;

function ask(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(step);
}

function step(): void {
  asked = false;
  const part = parts.shift();
  if (part) {
    part();
    ask(); // it may have brought parts of its own, and those who wait for all of them are called in a frame of their own
  } else for (const then of after.splice(0)) then();
}

/** Draws a part in a separate frame, after the parts requested before. Returns a function that cancels it. */
export function part(make: () => void): () => void {
  parts.push(make);
  ask();
  return () => {
    const at = parts.indexOf(make);
    if (at >= 0) parts.splice(at, 1);
  };
}

/**
 * Calls back with the frame that draws what has just changed. What asks for the place of something sooner has the page laid out in
 * the middle of being made. A page that nobody sees draws no frames until somebody does.
 */
export async function drawn(then: () => void): Promise<void> {
  await tick();
  requestAnimationFrame(then);
}

/** Calls back when there are no more parts, in the frame after the last one. */
export async function settled(then: () => void): Promise<void> {
  await tick();
  after.push(then);
  ask();
}
