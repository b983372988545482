// Who has no connection while a game is on, and when a bot may be asked to play for them.
import type { Scene } from '../wire/messages';

/** Milliseconds without a connection after which anybody seated may let a bot play, as the server has it. */
const GONE = 10_000;

export interface Away {
  seat: number;
  /** Since when, in milliseconds of the table's clock. */
  since: number;
}

/** Players without a connection for whom no bot plays yet. */
export const awayAt = (scene: Scene, away: readonly (number | null)[]): Away[] =>
  scene.status !== 'live'
    ? []
    : away.flatMap((since, seat) => {
        const chair = scene.seats[seat];
        return since !== null && chair?.kind === 'person' && !chair.away ? [{ seat, since }] : [];
      });

/** Whether the house lets a bot play by now. */
export const mayCall = (since: number, now: number): boolean => now - since >= GONE;
