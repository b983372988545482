// The pictures of courts. Each is fetched when a card is first drawn that is wide enough for it, and then drawn by reference.
import type { Attachment } from 'svelte/attachments';
import { SvelteSet } from 'svelte/reactivity';
import type { Code } from './cards';

/** Pixels up to which a card shows its slim face; the style sheets of cards say the same. */
const SLIM = 76;

const FILES = import.meta.glob<string>('./courts/*.svg', { query: '?url', import: 'default', eager: true });
const SVG = 'http://www.w3.org/2000/svg';

const asked = new Set<Code>();
const here = new SvelteSet<Code>();
const waiting = new WeakMap<Element, Code>();
let shelf: Element | undefined;
let widths: ResizeObserver | undefined;

/** Whether the picture of a court can be drawn, as `#court-Ks`. */
export const isHere = (card: Code): boolean => here.has(card);

/** Brings the picture of a court once its card is wide enough to show it. */
export const courting =
  (card: Code): Attachment =>
  (element) => {
    if (here.has(card)) return;
    widths ??= new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) if (contentRect.width > SLIM) void bring(waiting.get(target));
    });
    waiting.set(element, card);
    widths.observe(element);
    return () => widths?.unobserve(element);
  };

async function bring(card: Code | undefined): Promise<void> {
  const file = card && FILES[`./courts/${card}.svg`];
  if (!file || asked.has(card)) return;
  asked.add(card);
  try {
    const answer = await fetch(file, { priority: 'low' });
    if (!answer.ok) throw new Error(answer.statusText);
    const { documentElement } = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
    place().append(documentElement);
    here.add(card);
  } catch {
    // The card does without; the next one of its kind asks again
    asked.delete(card);
  }
}

/** What pictures are kept in: a part of the page that draws nothing itself. */
function place(): Element {
  if (!shelf) {
    const sheet = document.createElementNS(SVG, 'svg');
    sheet.setAttribute('class', 'unseen');
    sheet.setAttribute('aria-hidden', 'true');
    shelf = sheet.appendChild(document.createElementNS(SVG, 'defs'));
    document.body.append(sheet);
  }
  return shelf;
}
