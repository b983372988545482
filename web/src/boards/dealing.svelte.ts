// Animates a deal: cards fly in arcs from the dealer to everybody, and the viewer's own cards turn over. Any press ends it.
import { untrack } from 'svelte';
import { turned, turnOver } from '../cards/turn';
import { part, settled } from '../lib/frame';
import { calm } from '../lib/settings.svelte';
import { cue } from '../table/sounds';
import { FLIGHT, flights } from './deal';

export interface Deal {
  /** A key, by which a new deal is noticed. */
  deal: string;
  dealer: number;
  players: number;
}

/** Milliseconds between the turning of two of the viewer's own cards. */
const WAVE = 25;
/** Number of cards that begin to fly with each frame. */
const AT_ONCE = 12;
/** One of this number of cards makes a sound. */
const HEARD = 3;
const CARD = '[data-suit]';

const middleOf = (box: DOMRect): [x: number, y: number] => [box.left + box.width / 2, box.top + box.height / 2];

/** The position of the dealer. The viewer's own place is in the middle of the lower edge, even if its plate isn't shown. */
function whence(root: HTMLElement, dealer: number): [x: number, y: number] {
  const face = root.querySelector(`[data-seat="${dealer}"] .face`) ?? root.querySelector('.plate .face');
  const box = face?.getBoundingClientRect();
  if (box?.width) return middleOf(box);
  const { left, width, bottom } = root.getBoundingClientRect();
  return [left + width / 2, Math.min(bottom, innerHeight)];
}

/** Lets a card fly from a point to the box in which it lies. */
function fly(card: HTMLElement, box: DOMRect, [x, y]: readonly [x: number, y: number], delay: number): Animation {
  const [toX, toY] = middleOf(box);
  const [dx, dy] = [x - toX, y - toY];
  const lift = Math.min(70, Math.hypot(dx, dy) * 0.16);
  const small = Math.min(1, 40 / Math.max(1, box.width));
  const way = (left: number, up: number): string => `${dx * left}px ${dy * left - up}px`;
  return card.animate(
    [
      { translate: way(1, 0), rotate: '-30deg', scale: small, opacity: 0, easing: 'ease-out' },
      { translate: way(0.9, lift * 0.4), rotate: '-24deg', scale: small, opacity: 1, offset: 0.12, easing: 'linear' },
      { translate: way(0.4, lift), rotate: '-8deg', scale: 1, opacity: 1, offset: 0.6, easing: 'ease-out' },
      { translate: '0px 0px', rotate: '0deg', scale: 1, opacity: 1 },
    ],
    { delay, duration: FLIGHT, fill: 'backwards' },
  );
}

/** Deals the cards on a board, some with each frame. Returns a function that ends the animation and shows all cards. */
function dealOut(root: HTMLElement, { dealer, players }: Deal): () => void {
  const seats = Array.from({ length: players }, (_, n) => (dealer + 1 + n) % players);
  const own = [...root.querySelectorAll<HTMLElement>(CARD)].filter((card) => !card.closest('[data-seat]'));
  const cards = seats.map((seat) => {
    const chair = root.querySelector(`[data-seat="${seat}"]`);
    return chair ? [...chair.querySelectorAll<HTMLElement>(CARD)] : own;
  });
  const from = whence(root, dealer);
  // Read all boxes before anything moves, so that the page is laid out only once
  const boxes = cards.map((each) => each.map((card) => card.getBoundingClientRect()));
  const all = flights(cards.map((each) => each.length));
  const landed = (all.at(-1)?.at ?? 0) + FLIGHT;
  const faces = own.filter((card) => card.dataset['suit'] !== '-1');
  for (const [n, card] of faces.entries()) turnOver(card, landed + n * WAVE);
  for (let n = 0; n < all.length; n += HEARD) cue('slide', (all[n]?.at ?? 0) / 1000);
  const flying: Animation[] = [];
  let forget: (() => void) | undefined;
  const send = (sent: number): void => {
    for (const { place, card, at } of all.slice(sent, sent + AT_ONCE)) {
      const [one, box] = [cards[place]?.[card], boxes[place]?.[card]];
      if (one && box) flying.push(fly(one, box, from, at));
    }
    if (sent + AT_ONCE < all.length) forget = part(() => send(sent + AT_ONCE));
    else root.classList.remove('dealing');
  };
  send(0);
  return () => {
    forget?.();
    for (const each of flying) each.finish();
    for (const card of faces) turned(card);
  };
}

/**
 * Animates each new deal; call this while the component is being set up.
 *
 * @param deal the deal whose cards are on the board; null if there are none.
 * @param still whether to show the cards without an animation.
 * @param opening whether to animate the deal that is on the board when it is opened.
 */
export function dealing(
  root: () => HTMLElement | undefined,
  deal: () => Deal | null,
  still: () => boolean,
  opening: () => boolean,
): void {
  const id = $derived(deal()?.deal);
  let seen = untrack(() => (opening() ? undefined : id));
  $effect(() => {
    if (id === undefined || id === seen) return;
    seen = id;
    const now = untrack(deal);
    const board = untrack(root);
    if (!now || !board) return;
    if (untrack(still) || calm() || document.hidden) return;
    // Cards are drawn over several frames, and their width is known a frame later; until then nothing is on the board
    board.classList.add('dealing');
    let landing: (() => void) | undefined;
    let frame = 0;
    let ended = false;
    const begin = (): void => {
      landing = dealOut(board, now);
    };
    void settled(() => {
      if (!ended) frame = requestAnimationFrame(begin);
    });
    const end = (): void => {
      ended = true;
      cancelAnimationFrame(frame);
      board.classList.remove('dealing');
      landing?.();
    };
    addEventListener('pointerdown', end, { once: true });
    addEventListener('keydown', end, { once: true });
    return () => {
      removeEventListener('pointerdown', end);
      removeEventListener('keydown', end);
      board.classList.remove('dealing');
    };
  });
}
