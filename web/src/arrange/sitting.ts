// How players sit at a table where all arrange their cards at the same time.
import type { Says } from '../boards/manifest';
import type { Doing, Sitting } from '../boards/types';
import type { Scene } from '../wire/messages';

/** What a seat is doing, as the rest of the table sees it; null where it does nothing. */
function doingOf(scene: Scene, seat: number, says: Pick<Says, 'deciding' | 'decided'>): Doing | null {
  if (scene.key === null) return null;
  if (scene.seats[seat]?.locked) return { text: says.decided, mark: 'lock' };
  return scene.waiting.includes(seat) ? { text: says.deciding, mark: 'wait' } : null;
}

/**
 * How a seat sits there.
 *
 * @param says what the game calls deciding, and having decided.
 */
export const sittingOf = (
  scene: Scene,
  seat: number,
  says: Pick<Says, 'deciding' | 'decided'>,
  { dealer, out }: { dealer: boolean; out: boolean },
): Sitting => ({
  doing: doingOf(scene, seat, says),
  turn: scene.status === 'live' && scene.waiting.includes(seat) && !scene.seats[seat]?.locked,
  dealer,
  out,
  fate: null,
});
