// The players of a new table: for each seat except the first, the name of a bot, or an open seat.
import { botOf, keptLevel } from '../home/newTable';
import type { Bots } from '../lib/api';

export const FREE = '';

/** The bot of the level that this browser uses for new tables. */
export const usualBot = (game: Bots): string => botOf(game, keptLevel()) || FREE;

/**
 * The seats except the first, for the game's number of players. They are open until the person chooses.
 *
 * A seat that is added later copies the last choice. A bot that another game doesn't have is replaced by that game's usual bot.
 */
export function seatsOf(game: Bots, players: number, chosen: readonly string[]): string[] {
  const known = (bot: string): boolean => bot === FREE || game.bots.some((each) => each.name === bot);
  return Array.from({ length: Math.max(1, players) - 1 }, (_, at) => {
    const seat = chosen[at] ?? chosen.at(-1) ?? FREE;
    return known(seat) ? seat : usualBot(game);
  });
}
