// Tables that are set up by one press: against bots, or for friends.
import { beginning } from '../boards';
import type { Level } from '../boards/manifest';
import type { Bots, Game, NewTable } from '../lib/api';
import { load } from '../lib/store';
import { t } from '../words';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The name of the game that this browser chose last on the first page. */
export const keptGame = (): string => load('home.game', beginning, isText);

/** The game of a name, or the one that the first page begins with if there is no such game here. */
export const gameOf = (games: readonly Game[], name: string): Game | undefined =>
  games.find((game) => game.name === name) ?? games.find((game) => game.name === beginning) ?? games[0];

/** For the time until the game is known. */
export const NO_BOTS: Bots = { bots: [], levels: {} };

export const LEVELS: readonly Level[] = ['easy', 'fair', 'hard'];

const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);

/** The level of bots that this browser chose last. */
export const keptLevel = (): Level => load('level', 'fair', isLevel);

/** The bot of a level. */
export const botOf = (game: Pick<Bots, 'levels'>, level: Level): string => game.levels[level] ?? '';

/** The name of a bot's level; a bot without a level has its own name. */
export function strengthOf(game: Bots, bot: string): string {
  const level = LEVELS.findLast((each) => botOf(game, each) === bot);
  return level ? t(`level.${level}`) : (game.bots.find((each) => each.name === bot)?.title ?? bot);
}

/** The number of players of a game's first preset. */
export const playersOf = (game: Game): number => Number(game.presets[0]?.values['players'] ?? 4);

/** A table with the game's usual rules; the viewer sits in the first seat. */
function table(game: Game, bot: string | null): NewTable {
  const preset = game.presets[0];
  if (!preset) throw new Error('no game');
  return {
    game: game.name,
    preset: preset.name,
    options: {},
    title: '',
    clock: 'none',
    public: false,
    bots: [null, ...Array<string | null>(playersOf(game) - 1).fill(bot)],
    start: bot !== null,
  };
}

/** A game against bots that begins at once. */
export const tableAgainstBots = (game: Game, level: Level): NewTable => table(game, botOf(game, level));

/** A private table with all other seats free, where friends come by a link. */
export const tableForFriends = (game: Game): NewTable => table(game, null);
