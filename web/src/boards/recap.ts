// The recap of a finished game for one player: the results deal by deal, as far as the player was told.
import type { About, Line } from '../wire/messages';
import type { Sent } from './types';

/** A deal of the game, as far as this page was told. */
export interface ToldDeal<G extends Sent = Sent> {
  /** From 1. */
  number: number;
  events: readonly G['Event'][];
}

/** A deal in the recap of a player. */
export interface OwnDeal {
  /** From 1. */
  number: number;
  /** What the deal brought, in the unit of the score: more is better. */
  made: number;
  /** The player's cards by hand; empty if the player never saw them. */
  hands: readonly string[];
}

export interface Recap {
  /** Remarks on the player's game, a few words each. */
  facts: readonly string[];
  deals: readonly OwnDeal[];
  /** The result of a deal, in words. */
  brought: (made: number) => string;
}

/** Makes the recap of a player from the deals, oldest first. */
export type Recaps<G extends Sent = Sent> = (deals: readonly ToldDeal<G>[], viewer: number, about: About) => Recap;

interface Happening {
  type?: string;
  what?: string;
  seat?: number | null;
  deal?: number;
}

/** Whether a player's own game begins with this line: the game begins, or the player gets a seat in the middle of it. */
function begins(line: Line, viewer: number | null): boolean {
  const { type, what, seat } = line.event as Happening;
  if (type !== 'table') return false;
  return what === 'begun' || what === 'again' || ((what === 'sat' || what === 'reserved') && viewer !== null && seat === viewer);
}

/**
 * The deals of the present game that a player took part in, or all of them for a spectator, as far as the lines go back: of a deal whose beginning isn't told
 * there is none.
 */
export function toldDeals(lines: readonly Line[], viewer: number | null): ToldDeal[] {
  const own = lines.slice(lines.findLastIndex((line) => begins(line, viewer)) + 1);
  const deals: { number: number; events: unknown[] }[] = [];
  for (const line of own) {
    if (line.weight === 'deal') deals.push({ number: (line.event as Happening).deal ?? deals.length + 1, events: [] });
    deals.at(-1)?.events.push(line.event);
  }
  return deals;
}

/** The events of one kind among those of a deal. */
export const of = <E extends { type: string }, T extends E['type']>(
  events: readonly E[],
  type: T,
): readonly Extract<E, { type: T }>[] => events.filter((event): event is Extract<E, { type: T }> => event.type === type);

export interface Extremes {
  best: OwnDeal;
  /** Missing if no deal was worse than another. */
  worst: OwnDeal | null;
}

/** The deal that brought most and the one that brought least; the first one of equal deals. */
export function extremes(deals: readonly OwnDeal[]): Extremes | null {
  const [first] = deals;
  if (!first) return null;
  const best = deals.reduce((found, deal) => (deal.made > found.made ? deal : found), first);
  const worst = deals.reduce((found, deal) => (deal.made < found.made ? deal : found), first);
  return { best, worst: worst.made < best.made ? worst : null };
}
