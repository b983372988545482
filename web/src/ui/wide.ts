// Reports the width of an element before it is first drawn, and after each change. `bind:clientWidth` reads the width while the
// page is still being made, so the browser has to lay out the page once more.
import type { Attachment } from 'svelte/attachments';

export const wide =
  (set: (px: number) => void): Attachment<HTMLElement> =>
  (element) => {
    const observer = new ResizeObserver((seen) => set(seen.at(-1)?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  };
