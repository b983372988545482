// Whoever comes in sits down, wherever a seat is free.
import type { Order, Picture } from '../lib/picture';
import type { About } from '../wire/messages';

/** The table at which somebody is about to sit down. */
let expected = '';

/** Somebody goes to a table to sit there, and not only to look. */
export const comesTo = (id: string): void => void (expected = id);

interface Places {
  status: string;
  seats: readonly { kind: string; next: string }[];
}

/** Whether a seat can be had: in a game an empty one, else a bot's too. */
export function seatFree({ status, seats }: Places): boolean {
  const playing = status === 'live' || status === 'paused';
  if (!playing && status !== 'open' && status !== 'over') return false;
  return seats.some(({ kind, next }) => !next && (kind === 'open' || (kind === 'bot' && !playing)));
}

/** The table whose maker wants the game to begin as soon as they are there. */
let made = '';
export const startsAt = (id: string): void => void (made = id);

/** After which a game that was to begin at once is taken for one that doesn't. */
const BEGINS_MS = 3000;

/**
 * Call this while the table's page is being set up: begins the game, or sits down once, if that is what its viewer came for.
 *
 * @returns whether the game is about to begin, so that nobody has to see how people gather.
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

/** Call this while the table's page is being set up: the address in the bar is the invitation, for those who may pass it on. */
export function invites(about: () => About | null): void {
  const address = $derived.by(() => {
    const table = about();
    return table?.invite ? `/t/${table.id}#${table.invite}` : '';
  });
  $effect(() => {
    if (address) history.replaceState(history.state, '', address);
  });
}
