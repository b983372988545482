// What a page draws, and when. A board that is made all at once holds the page up; so it comes in parts, a frame each.
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

/** Makes a part in a frame of its own, behind those that were asked for before; gives what forgets it. */
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

/** Calls back when no part is to come any more, in the frame behind the last one. */
export async function settled(then: () => void): Promise<void> {
  await tick();
  after.push(then);
  ask();
}
