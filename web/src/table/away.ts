// Players who have no connection during a game, and when a bot may play for them.
import type { Scene } from '../wire/messages';

/** Milliseconds without a connection after which another player may let a bot play. The server has the same number. */
const GONE = 10_000;

export interface Away {
  seat: number;
  /** Time since when the player is away, in milliseconds of the table's clock. */
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

/** Whether a bot may play for the player by now. */
export const mayCall = (since: number, now: number): boolean => now - since >= GONE;
