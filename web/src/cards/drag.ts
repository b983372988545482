// Dragging cards by mouse, pen or finger. A press that stays in place is left alone and becomes a click.
import type { Code } from './cards';

export interface Drop {
  cards: readonly Code[];
  /** The `data-zone` below, or null for nowhere. */
  zone: number | null;
  /** The card below, if any. */
  onto: Code | null;
  /** Ends the drag. Call it within the change, so that cards glide from where they were dropped. */
  letGo: () => void;
}

export interface DragHost {
  /** The cards that a drag of this card moves; empty if it can't be dragged. */
  pick: (card: Code) => readonly Code[];
  /** Called with the zone below the dragged cards. */
  over: (zone: number | null) => void;
  drop: (drop: Drop) => void;
}

const SLACK = 7;

/** Makes every `[data-card]` below a node draggable to every `[data-zone]`. */
export function dragging(host: DragHost): (root: HTMLElement) => () => void {
  return (root) => {
    let press: { pointer: number; x: number; y: number; card: Code } | null = null;
    let held: HTMLElement[] = [];
    let cards: readonly Code[] = [];

    const below = (x: number, y: number): { zone: number | null; onto: Code | null } => {
      let onto: Code | null = null;
      for (const element of document.elementsFromPoint(x, y)) {
        if (!root.contains(element) || held.some((one) => one.contains(element))) continue;
        const card = element.closest<HTMLElement>('[data-card]');
        if (card && root.contains(card)) onto ??= card.dataset['card'] ?? null;
        const zone = element.closest<HTMLElement>('[data-zone]');
        if (zone && root.contains(zone)) return { zone: Number(zone.dataset['zone']), onto };
      }
      return { zone: null, onto: null };
    };
    const letGo = (): void => {
      for (const element of held) {
        element.style.translate = '';
        element.classList.remove('dragged');
      }
      held = [];
    };
    const forget = (): void => {
      press = null;
      cards = [];
      host.over(null);
    };

    const down = (event: PointerEvent): void => {
      if (press || !event.isPrimary || event.button !== 0) return;
      const card = (event.target as Element).closest<HTMLElement>('[data-card]');
      if (card?.dataset['card'])
        press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, card: card.dataset['card'] };
    };
    const move = (event: PointerEvent): void => {
      if (press?.pointer !== event.pointerId) return;
      const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
      if (!held.length) {
        if (Math.hypot(dx, dy) < SLACK) return;
        cards = host.pick(press.card);
        held = cards.flatMap((card) => root.querySelector<HTMLElement>(`[data-card="${card}"]`) ?? []);
        if (!held.length) return forget();
        root.setPointerCapture(press.pointer);
        for (const element of held) element.classList.add('dragged');
      }
      for (const element of held) element.style.translate = `${dx}px ${dy}px`;
      host.over(below(event.clientX, event.clientY).zone);
    };
    const up = (event: PointerEvent): void => {
      if (press?.pointer !== event.pointerId) return;
      if (held.length) {
        const moved = cards;
        const { zone, onto } = below(event.clientX, event.clientY);
        swallow();
        forget();
        host.drop({ cards: moved, zone, onto, letGo });
      } else forget();
    };
    const cancel = (event: PointerEvent): void => {
      if (press?.pointer !== event.pointerId) return;
      letGo();
      forget();
    };
    /** Suppresses the click that a browser sends at the end of a drag. */
    const swallow = (): void => {
      const stop = (event: Event): void => {
        event.stopPropagation();
        event.preventDefault();
      };
      window.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
    };

    root.addEventListener('pointerdown', down);
    root.addEventListener('pointermove', move);
    root.addEventListener('pointerup', up);
    root.addEventListener('pointercancel', cancel);
    return () => {
      letGo();
      root.removeEventListener('pointerdown', down);
      root.removeEventListener('pointermove', move);
      root.removeEventListener('pointerup', up);
      root.removeEventListener('pointercancel', cancel);
    };
  };
}
