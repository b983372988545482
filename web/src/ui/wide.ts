// How wide an element is, told before it is first drawn and whenever it changes. `bind:clientWidth` asks while the page is still
// being made, which then is laid out once more than it need be.
import type { Attachment } from 'svelte/attachments';

export const wide =
  (set: (px: number) => void): Attachment<HTMLElement> =>
  (element) => {
    const observer = new ResizeObserver((seen) => set(seen.at(-1)?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  };
