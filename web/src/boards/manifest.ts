// What a game brings to the client. Everything of a game is its folder, `games/NAME/`, whose `index.ts` has its manifest as the
// default export; NAME is the game's name on the server. Nothing else in the client names a game.
//
// The manifest comes with the first page, so it is small: a board, a lesson and a review are fetched when somebody opens them.
import type { Component } from 'svelte';
import type { Review } from '../lib/api';
import type { Tips } from './first';
import type { Recaps } from './recap';
import type { Board, Sent } from './types';

/** What the pages around a board say in a game's own words. */
export interface Says {
  /** What its score counts, over a column of numbers. */
  score: string;
  /** What a seat is doing while several decide in secret. */
  deciding: string;
  /** What a seat has done that has decided, and waits for others. */
  decided: string;
  /** Lets a player decide again. */
  rethink: (name: string) => string;
  /** What suggestions are for, where a table is set up. */
  suggest: string;
}

/** How well bots play. */
export type Level = 'easy' | 'fair' | 'hard';

/** How the first page introduces the house by one of its games. */
export interface Front {
  /** The title of the page. */
  page: string;
  heading: string;
  text: string;
}

type Fetched<T> = () => Promise<{ default: T }>;

export interface Manifest<G extends Sent = Sent> {
  /** Its board; without one it gets `Plain`. */
  board?: Fetched<Board<G>>;
  /** A first lesson, under /learn/NAME. */
  lesson?: Fetched<Component>;
  /** What a newcomer is told while the first deal is played. */
  firstDeal?: Fetched<Tips<G>>;
  /** What a player's decisions were worth, once a game is over; only where the server reviews this game. */
  review?: Fetched<Component<{ review: Review }>>;
  /** Tells a player how the cards fell, once a game is over. */
  recap?: Fetched<Recaps<G>>;
  /** Whether the board shows who sits where and what each is doing; otherwise the page does. */
  showsSeats?: boolean;
  /** Whether it is news who has decided: told in the log, and a moment of a replay. */
  tellsLocks?: boolean;
  /** Its own words around the board; the house has others for what is left out. */
  says?: () => Partial<Says>;
  /** For the game that the first page begins with: one game has it. */
  front?: () => Front;
}

/** A game's manifest. Its board takes that game's messages, and is given no others: tables are told apart by their game's name. */
export const manifest = <G extends Sent>(of: Manifest<G>): Manifest => of as unknown as Manifest;
