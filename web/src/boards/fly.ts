// Something small flies from one place of the table to another, and disappears.
import { calm } from '../lib/settings.svelte';

const MS = 300;
/** Number of copies that follow each other, and the milliseconds between them. */
const COPIES = 4;
const APART = 30;

/** Lets copies of a picture slide from its position to each of some places. */
export function slideTo(picture: SVGElement | null | undefined, places: readonly Element[]): void {
  const from = picture?.getBoundingClientRect();
  if (!picture || !from?.width || calm()) return;
  for (const place of places) {
    const to = place.getBoundingClientRect();
    if (!to.width) continue;
    for (let n = 0; n < COPIES; n++) {
      const copy = picture.cloneNode(true) as SVGElement;
      Object.assign(copy.style, {
        position: 'fixed',
        zIndex: '30',
        left: `${from.left}px`,
        top: `${from.top}px`,
        width: `${from.width}px`,
        height: `${from.height}px`,
        pointerEvents: 'none',
      });
      document.body.append(copy);
      const way = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
      const slide = copy.animate(
        [
          { transform: 'none', transformOrigin: '0 0' },
          { transform: way, transformOrigin: '0 0' },
        ],
        {
          delay: n * APART,
          duration: MS,
          easing: 'cubic-bezier(.3,.1,.3,1)',
          fill: 'both',
        },
      );
      slide.onfinish = slide.oncancel = () => copy.remove();
    }
  }
}
