// A game against bots, in one press.
import { front } from '../boards';
import type { Game, NewTable } from '../lib/api';

/** The game that a press on the big button plays. */
export const firstOf = (games: readonly Game[]): Game | undefined => games.find((game) => game.name === front?.game) ?? games[0];

/** The table for it: the game's first preset, as wherever a table is set up, and the best bots in all other seats. */
export function tableAgainstBots(game: Game): NewTable {
  const bot = game.bots.at(-1)?.name;
  const preset = game.presets[0];
  if (!bot || !preset) throw new Error('no game');
  const seats = Number(preset.values['players'] ?? 4);
  return {
    game: game.name,
    preset: preset.name,
    options: {},
    title: '',
    clock: 'none',
    public: false,
    suggest: true,
    bots: [null, ...Array<string>(seats - 1).fill(bot)],
    start: true,
  };
}
