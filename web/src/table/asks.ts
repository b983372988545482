import type { Scene } from '../wire/messages';

/** Forms and questions of a table's page; one is open at a time. */
export type Ask = 'seats' | 'rules' | 'invite' | 'propose' | 'change' | 'share' | 'fair' | 'close' | 'stop' | 'leave';

/** Whether there is no other person at the table, so that the viewer's vote ends the game. */
export const alone = ({ seats }: Scene, viewer: number | null): boolean =>
  seats.every(({ kind }, seat) => seat === viewer || kind !== 'person');
