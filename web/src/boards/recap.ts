// A game that is over, told again to one of its players: how the cards fell for them, deal by deal, as far as they were told.
import type { About, Line } from '../wire/messages';
import type { Sent } from './types';

/** A deal of the game, as this page was told it. */
export interface ToldDeal<G extends Sent = Sent> {
  /** From 1. */
  number: number;
  events: readonly G['Event'][];
}

/** A deal of one's own. */
export interface OwnDeal {
  /** From 1. */
  number: number;
  /** What it brought, in what the game counts: the more, the better. */
  made: number;
  /** The cards that one held, as they lay; nothing where one never saw them. */
  hands: readonly string[];
}

export interface Recap {
  /** How one played, a few words each. */
  facts: readonly string[];
  deals: readonly OwnDeal[];
  /** What a deal brought, in words. */
  brought: (made: number) => string;
}

/** Tells a player of the deals that were told to them, oldest first. */
export type Recaps<G extends Sent = Sent> = (deals: readonly ToldDeal<G>[], viewer: number, about: About) => Recap;

interface Happening {
  type?: string;
  what?: string;
  seat?: number | null;
  deal?: number;
}

/** Whether with this line a player's own game begins: the game itself does, or the player comes to a seat in the middle of it. */
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
  /** Nothing where no deal was worse than another. */
  worst: OwnDeal | null;
}

/** The deal that brought most, and the one that brought least; of several alike the first. */
export function extremes(deals: readonly OwnDeal[]): Extremes | null {
  const [first] = deals;
  if (!first) return null;
  const best = deals.reduce((found, deal) => (deal.made > found.made ? deal : found), first);
  const worst = deals.reduce((found, deal) => (deal.made < found.made ? deal : found), first);
  return { best, worst: worst.made < best.made ? worst : null };
}
