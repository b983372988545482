// Whoever comes in sits down, wherever a seat is free.
import type { Picture } from '../lib/picture';

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

/** To be called where a table's page begins: begins the game, if that is what its maker came for. */
export function starts(id: string, picture: () => Picture, start: () => void): void {
  $effect(() => {
    const { scene, table, line } = picture();
    if (made !== id || !scene || line !== 'online') return;
    made = '';
    if (table?.owner && scene.status === 'open') start();
  });
}

/** To be called where a table's page begins: sits down once, if that is what its viewer came for. */
export function sitsDown(id: string, picture: () => Picture, sit: () => void): void {
  $effect(() => {
    const { scene, viewer, reserved, line } = picture();
    if (expected !== id || !scene || line !== 'online') return;
    expected = '';
    if (viewer === null && reserved === null && seatFree(scene)) sit();
  });
}
