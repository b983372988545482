// Focus, scrolling and keys of a board as its stages change. Call these functions while the board is being set up.
import { untrack } from 'svelte';
import { settled } from '../lib/frame';
import { calm } from '../lib/settings.svelte';

type Root = () => HTMLElement | undefined;
const how = (): ScrollBehavior => (calm() ? 'auto' : 'smooth');

/** Moves the focus to the first element that matches, if the element with the focus was removed. */
export function focusNext(root: Root, stage: () => string, wanted: () => boolean, next: string): void {
  let before = untrack(stage);
  let held: HTMLElement | null = null;
  // Blur the focused element before it is removed: otherwise the browser lays out the page once more
  $effect.pre(() => {
    if (stage() === before || !root()?.contains(document.activeElement)) return;
    held = document.activeElement as HTMLElement;
    held.blur();
  });
  $effect(() => {
    const now = stage();
    if (now === before) return;
    before = now;
    const wants = untrack(wanted);
    void settled(() => {
      if (document.activeElement === document.body) {
        const to = held?.isConnected ? held : wants ? root()?.querySelector<HTMLElement>(next) : null;
        to?.focus({ preventScroll: true });
      }
      held = null;
    });
  });
}

/** Scrolls to the top when a new stage begins. */
export function fromTheTop(root: Root, stretch: () => string): void {
  let before = untrack(stretch);
  $effect(() => {
    const now = stretch();
    if (now === before) return;
    before = now;
    void settled(() => {
      const top = root()?.getBoundingClientRect().top ?? 0;
      if (top < 0) scrollBy({ top: top - 8, behavior: how() });
    });
  });
}

/** Keeps an element in sight while `wanted` holds. */
export function inSight(root: Root, wanted: () => boolean, what: string): void {
  $effect(() => {
    if (wanted()) void settled(() => root()?.querySelector(what)?.scrollIntoView({ block: 'nearest', behavior: how() }));
  });
}

const MENU = ':is(.menu, .ideas):has(> [aria-expanded="true"])';

/** Passes keys to the board wherever the focus is, except in a field (unless it has `data-keys`) or an open dialog. */
export function keyed(wanted: () => boolean, heard: (event: KeyboardEvent) => void): void {
  $effect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.metaKey || !wanted()) return;
      if (document.querySelector('dialog[open]')) return;
      if ((event.target as Element).closest(`select, textarea, input:not([data-keys]), ${MENU}`)) return;
      heard(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}

/** Whether Enter is free: the focus isn't on a button or another element that reacts to Enter, unless that is a card. */
export const enters = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !(event.target as Element).closest('button:not([data-card]), a, summary, input');
