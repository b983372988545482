// What a board does for those who go by keys, and for small screens, as its stages change. Called where a board begins.
import { untrack } from 'svelte';
import { settled } from '../lib/frame';
import { calm } from '../lib/settings.svelte';

type Root = () => HTMLElement | undefined;
const how = (): ScrollBehavior => (calm() ? 'auto' : 'smooth');

/** Whoever lost the focus to what has gone finds it at what comes next: the first that matches. */
export function focusNext(root: Root, stage: () => string, wanted: () => boolean, next: string): void {
  let before = untrack(stage);
  let held: HTMLElement | null = null;
  // What has the focus lets go of it before it goes: a browser lays the page out to take away what still has it
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

/** What begins is seen from its top. */
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

/** While `wanted` holds, something isn't below the edge. */
export function inSight(root: Root, wanted: () => boolean, what: string): void {
  $effect(() => {
    if (wanted()) void settled(() => root()?.querySelector(what)?.scrollIntoView({ block: 'nearest', behavior: how() }));
  });
}

const MENU = ':is(.menu, .ideas):has(> [aria-expanded="true"])';

/** Keys are a board's wherever the focus is, unless a field (one of the board's own bears `data-keys`) or what is open takes them. */
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

/** Whether Enter is free: nothing has the focus that it presses by itself, unless that is a card. */
export const enters = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !(event.target as Element).closest('button:not([data-card]), a, summary, input');
