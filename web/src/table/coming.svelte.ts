// A person who comes to a table sits down if a seat is free.
import type { Order, Picture } from '../lib/picture';
import type { About } from '../wire/messages';

/** Id of the table at which the viewer is about to sit down. */
let expected = '';

/** Notes that the viewer goes to a table to sit there, and not only to watch. */
export const comesTo = (id: string): void => void (expected = id);

interface Places {
  status: string;
  seats: readonly { kind: string; next: string }[];
}

/** Whether a seat is free: an empty one, or before a game also a bot's. */
export function seatFree({ status, seats }: Places): boolean {
  const playing = status === 'live' || status === 'paused';
  if (!playing && status !== 'open' && status !== 'over') return false;
  return seats.some(({ kind, next }) => !next && (kind === 'open' || (kind === 'bot' && !playing)));
}

/** Id of a new table at which the game begins as soon as its owner is there. */
let made = '';
export const startsAt = (id: string): void => void (made = id);

/** Milliseconds after which a game that should begin at once is no longer expected to. */
const BEGINS_MS = 3000;

/**
 * Call this while the table's page is being set up. It begins the game, or takes a seat once, if the viewer came for that.
 *
 * @returns whether the game is about to begin, so that the page needn't show the waiting room.
 */
export function comes(id: string, picture: () => Picture, send: (order: Order) => void): { readonly begins: boolean } {
  let begins = $state(made === id);
  $effect(() => {
    if (!begins) return;
    const gaveUp = setTimeout(() => (begins = false), BEGINS_MS);
    return () => clearTimeout(gaveUp);
  });
  $effect(() => {
    const { scene, table, viewer, reserved, line } = picture();
    if (!scene || line !== 'online') return;
    if (made === id) {
      made = '';
      if (table?.owner && scene.status === 'open') send({ do: 'start' });
    }
    if (expected === id) {
      expected = '';
      if (viewer === null && reserved === null && seatFree(scene)) send({ do: 'sit' });
    }
  });
  return {
    get begins() {
      return begins && picture().scene?.status === 'open';
    },
  };
}

/** Call this while the table's page is being set up. It shows the invitation as the page's address if the viewer has it. */
export function invites(about: () => About | null): void {
  const address = $derived.by(() => {
    const table = about();
    return table?.invite ? `/t/${table.id}#${table.invite}` : '';
  });
  $effect(() => {
    if (address) history.replaceState(history.state, '', address);
  });
}
