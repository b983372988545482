// Proposals of another game, on which the people of a table vote.
import type { OwnRules } from '../lib/ownRules';
import type { Order } from '../lib/picture';
import type { Scene } from '../wire/messages';

/** A proposal with some rules. The number of players is that of the table, whatever the rules say. */
export function proposed({ game, preset, title, options }: OwnRules): Order {
  const { players: _players, ...others } = options;
  return { do: 'propose', game, preset, options: others, title };
}

/** Whether somebody may propose another game: a player, once a game has begun, and one thing at a time. */
export const mayPropose = ({ status, next }: Scene, viewer: number | null): boolean =>
  viewer !== null && !next && ['live', 'paused', 'over'].includes(status);

/** The id of the table to which everybody has gone on; null while they are here. */
export const goneTo = ({ next }: Scene): string | null => (next?.table ? `/t/${next.table}` : null);
