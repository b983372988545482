// Arranging cards by the keyboard: arrows go from card to card, and a number moves a card to that place.
import { tick } from 'svelte';
import type { Code } from '../cards/cards';
import type { Arranging } from './arranging.svelte';
import { FAN } from './tray.svelte';

/**
 * What keys do.
 *
 * @param root where the cards lie.
 * @param help shows what keys there are.
 */
export function arrangeKeys(arranging: Arranging, root: () => HTMLElement | undefined, help: () => void) {
  const { tray } = arranging;

  function focusCard(card: Code | undefined): void {
    if (card === undefined) return;
    arranging.cursor = card;
    root()?.querySelector<HTMLElement>(`[data-card="${card}"]`)?.focus();
  }

  /** The card nearest above or below, by where they are on the screen. */
  function beside(card: Code, down: boolean): Code | undefined {
    const middle = (element: Element): { x: number; y: number } => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const own = root()?.querySelector(`[data-card="${card}"]`);
    if (!own) return undefined;
    const from = middle(own);
    let best: { card: Code; far: number } | undefined;
    for (const element of root()?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
      const to = middle(element);
      const dy = (to.y - from.y) * (down ? 1 : -1);
      if (dy < 12) continue;
      const far = dy * 3 + Math.abs(to.x - from.x);
      if (!best || far < best.far) best = { card: element.dataset['card'] ?? '', far };
    }
    return best?.card;
  }

  /** The place that a key names; null if it names none. */
  function zoneOf(key: string): number | null {
    if (key === '0' || key === 'Backspace' || key === 'Delete') return FAN;
    const zone = /^[1-9]$/.test(key) ? Number(key) - 1 : null;
    return zone === null || zone >= tray.places.length ? null : zone;
  }

  return async (event: KeyboardEvent): Promise<void> => {
    if (event.ctrlKey && event.key.toLowerCase() !== 'z') return;
    if (event.key === '?') {
      event.preventDefault();
      help();
      return;
    }
    if (event.key.toLowerCase() === 'u' || event.ctrlKey) {
      event.preventDefault();
      await arranging.change(() => tray.undo());
      return;
    }
    const { chosen, order, fan } = arranging;
    const held = (event.target as HTMLElement).dataset['card'];
    // If no card has the focus, keys move the chosen cards, or focus a card
    if (!held && !chosen.length) {
      if (!/^(Arrow(Left|Right)|[1-9])$/.test(event.key)) return;
      event.preventDefault();
      focusCard(arranging.roving);
      return;
    }
    const card = held ?? chosen[0] ?? '';
    const at = order.indexOf(card);
    switch (event.key) {
      case 'ArrowRight':
        focusCard(order[(at + 1) % order.length]);
        break;
      case 'ArrowLeft':
        focusCard(order[(at - 1 + order.length) % order.length]);
        break;
      case 'ArrowUp':
      case 'ArrowDown':
        focusCard(beside(card, event.key === 'ArrowDown'));
        break;
      case 'Home':
        focusCard(order[0]);
        break;
      case 'End':
        focusCard(order.at(-1));
        break;
      case 'Escape':
        if (!chosen.length) return;
        arranging.chosen = [];
        break;
      default: {
        const zone = zoneOf(event.key);
        if (zone === null) return;
        event.preventDefault();
        await arranging.send(chosen.length ? chosen : [card], zone);
        await tick();
        if (zone !== FAN && arranging.full) {
          root()?.querySelector<HTMLElement>('.lock')?.focus();
          return;
        }
        // The next card of the fan, so that one number after the other lays a hand
        const inFan = fan.indexOf(card);
        const left = arranging.fan;
        focusCard(inFan >= 0 && zone !== FAN ? (left[Math.min(inFan, left.length - 1)] ?? card) : card);
        return;
      }
    }
    event.preventDefault();
  };
}
