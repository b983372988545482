// Who plays: for each seat but one's own a bot's name, or a place that is left open.
import { botOf, keptLevel } from '../home/newTable';
import type { Bots } from '../lib/api';

export const FREE = '';

/** The bot that plays as well as bots do wherever this browser sets a table up. */
export const usualBot = (game: Bots): string => botOf(game, keptLevel()) || FREE;

/**
 * Seats but the first, as many as the game has players: open ones, until somebody chooses.
 *
 * A seat that comes later is as the last one that was chosen, and a bot that another game has not is that game's usual one.
 */
export function seatsOf(game: Bots, players: number, chosen: readonly string[]): string[] {
  const known = (bot: string): boolean => bot === FREE || game.bots.some((each) => each.name === bot);
  return Array.from({ length: Math.max(1, players) - 1 }, (_, at) => {
    const seat = chosen[at] ?? chosen.at(-1) ?? FREE;
    return known(seat) ? seat : usualBot(game);
  });
}
