// Who plays: for each seat but one's own a bot's name, or a place that is left free.
import type { Game } from '../lib/api';

export const FREE = '';

/** The bot that a seat has unless another was chosen: the game's best. */
export const usualBot = (game: Game): string => game.bots.at(-1)?.name ?? FREE;

/** Seats but the first, as many as the game has players; what was chosen for those that are left stands. */
export const seatsOf = (game: Game, players: number, chosen: readonly string[]): string[] =>
  Array.from({ length: Math.max(1, players) - 1 }, (_, at) => chosen[at] ?? usualBot(game));
