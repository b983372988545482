// The games for which this browser needs no tips: a deal was played, or the tips were dismissed.
import { keep, load } from '../lib/store';

const names = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

let met = $state.raw<readonly string[]>(load('met', [], names));

function now(games: readonly string[]): void {
  met = games;
  keep('met', games);
}

export const hasMet = (game: string): boolean => met.includes(game);

export const meets = (game: string): void => {
  if (!hasMet(game)) now([...met, game]);
};

/** Shows the tips for the game again. */
export const forgets = (game: string): void => now(met.filter((each) => each !== game));
