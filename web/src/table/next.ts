// Another game that the people of a table vote on.
import type { OwnRules } from '../lib/ownRules';
import type { Order } from '../lib/picture';
import type { Scene } from '../wire/messages';

/** The proposal of some rules. As many play as sit here, whatever rules of one's own say. */
export function proposed({ game, preset, title, options }: OwnRules): Order {
  const { players: _players, ...others } = options;
  return { do: 'propose', game, preset, options: others, title };
}

/** Whether somebody may propose another game: a player, once a game has begun, and one thing at a time. */
export const mayPropose = ({ status, next }: Scene, viewer: number | null): boolean =>
  viewer !== null && !next && ['live', 'paused', 'over'].includes(status);

/** Where everybody has gone on to; null while they are here. */
export const goneTo = ({ next }: Scene): string | null => (next?.table ? `/t/${next.table}` : null);
