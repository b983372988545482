// The bots of the game on a board, so that a chair can say how well its bot plays.
import { getContext, setContext } from 'svelte';
import { NO_BOTS, strengthOf } from '../home/newTable';
import type { Bots } from '../lib/api';

const KEY = Symbol('bots');

/** Call this while a page with a board is being set up; `bots` are the game's, once they are known. */
export const tellBots = (bots: () => Bots): void => void setContext(KEY, bots);

/** What a bot on this board is called: how well it plays, or its own name; empty until the bots of the game are known. */
export function calledHere(): (bot: string) => string {
  const bots = getContext<(() => Bots) | undefined>(KEY) ?? (() => NO_BOTS);
  return (bot) => (bots().bots.length ? strengthOf(bots(), bot) : '');
}
