// What a game brings to the client. Everything of a game is its folder, `games/NAME/`, whose `index.ts` has its manifest as the
// default export; NAME is the game's name on the server. Nothing else in the client names a game.
//
// The manifest is loaded with the first page, so it is small: boards, lessons and reviews are loaded when they are opened.
import type { Component } from 'svelte';
import type { Review } from '../lib/api';
import type { Tips } from './first';
import type { Recaps } from './recap';
import type { Board, Sent } from './types';

/** A game's own words on the pages around its board. */
export interface Says {
  /** The unit of its score, as the heading of a column. */
  score: string;
  /** The state of a seat that is deciding in secret. */
  deciding: string;
  /** The state of a seat that has decided and waits for others. */
  decided: string;
  /** Lets a player decide again. */
  rethink: (name: string) => string;
  /** The help text for suggestions, on the page that sets up a table. */
  suggest: string;
}

/** The levels of bots. */
export type Level = 'easy' | 'fair' | 'hard';

/** The words of the first page about one game. */
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
  /** The tips for newcomers in the first deal. */
  firstDeal?: Fetched<Tips<G>>;
  /** The review of a player's decisions, if the server reviews this game. */
  review?: Fetched<Component<{ review: Review }>>;
  /** The recap of a finished game for one player. */
  recap?: Fetched<Recaps<G>>;
  /** Whether the board shows the seats and their states; if not, the page does. */
  showsSeats?: boolean;
  /** Whether the log and the replay tell who has decided. */
  tellsLocks?: boolean;
  /** Its own words around the board; common words replace those that are left out. */
  says?: () => Partial<Says>;
  /** Its words on the first page, when it is chosen there; its title and text replace them if they are left out. */
  front?: () => Front;
  /** Whether the first page begins with it: one game has it. */
  begins?: true;
}

/** A game's manifest. Its board only gets messages of that game, because the game's name of a table chooses the board. */
export const manifest = <G extends Sent>(of: Manifest<G>): Manifest => of as unknown as Manifest;
