import { tick } from 'svelte';

/**
 * Calls back with the frame that draws what has just changed. What asks for the place of something sooner has the page laid out in
 * the middle of being made. A page that nobody sees draws no frames until somebody does.
 */
export async function drawn(then: () => void): Promise<void> {
  await tick();
  requestAnimationFrame(then);
}
