import type { Component } from 'svelte';
import type { MarkKind } from '../table/marks';
import type { About, Asked, Line, Scene, Suggestion } from '../wire/messages';

/** What a game's board is sent: the public part of its table, its guide, its odds and its events. Of each game it is made into wire/games. */
export interface Sent {
  Public: unknown;
  Guide: unknown;
  Odds: unknown;
  Event: unknown;
}
/** A scene, a question and a line of one game. */
export type SceneOf<G extends Sent> = Omit<Scene, 'view'> & { view: { public: G['Public']; piles: string[] } | null };
export type AskedOf<G extends Sent> = Omit<Asked, 'guide'> & { guide: G['Guide'] };
export type LineOf<G extends Sent> = Omit<Line, 'event'> & { event: G['Event'] };

/** What becomes of the answer that is on its way: nothing is, it is being written down, or there is no line to send it. */
export type Sending = 'no' | 'sending' | 'kept';

/** Where a board keeps what is half done, so that a reload loses none of it. */
export interface Drafts {
  load: (key: string) => string | null;
  keep: (key: string, text: string | null) => void;
}

/** What a seat is doing, in a word or two with their sign. */
export interface Doing {
  text: string;
  mark: MarkKind;
}

/** What stands on a disc: a letter, and what it is short for. */
export interface DiscWords {
  short: string;
  title: string;
}

/** How a player sits at the table. */
export interface Sitting {
  /** How the seat is taken stands there where this is nothing. */
  doing: Doing | null;
  /** It is this seat's turn. */
  turn: boolean;
  dealer: boolean;
  /** Another disc that lies there. */
  disc?: DiscWords | undefined;
  /** Takes no part: paler. */
  out: boolean;
  /** It has won, or lost, what was just decided. */
  fate: 'won' | 'lost' | null;
}

export interface BoardProps<G extends Sent = Sent> {
  about: About;
  scene: SceneOf<G>;
  /** The viewer's seat; null for a spectator. */
  viewer: number | null;
  /** By seat, as they are shown. */
  names: readonly string[];
  /** Who is connected, by seat, where that is known. */
  present?: readonly boolean[] | null;
  /** The table's clock less ours, in milliseconds. */
  offset?: number;
  /** What the viewer was told, oldest first; at least from the present deal's beginning. */
  lines: readonly LineOf<G>[];
  asked: AskedOf<G> | null;
  /** Whether anything can be done here; a replay's board can't. */
  interactive: boolean;
  /** Shows a deal that is over at once, without its beats. */
  still?: boolean;
  /** The deal with which the board comes is seen as it is dealt: it has only just begun. */
  opening?: boolean;
  sending?: Sending;
  drafts?: Drafts;
  /** Answers the decision, in the game's own words. */
  act?: (action: string) => void;
  /** Takes the answer back. */
  unlock?: () => void;
  /** Goes on after a deal. */
  ready?: () => void;
  /** Has the rest of the game played fast; for who is out of it. */
  hurry?: () => void;
  /** Begins another game elsewhere; for who is out of this one. */
  another?: (() => Promise<void>) | undefined;
  /** Ways to answer; undefined where the table forbids to ask. */
  suggest?: (() => Promise<readonly Suggestion[]>) | undefined;
  /** What one knows of the cards and may hope for; undefined where the table forbids to ask. */
  count?: (() => Promise<G['Odds'] | null>) | undefined;
  /** While a deal is being shown: how many of `lines` may be told already. Null when all may be. */
  onreveal?: (lines: number | null) => void;
  /** Reads something out to those who hear the page. */
  announce?: (text: string) => void;
}

/** A board; one of a game takes that game's messages only. */
export type Board<G extends Sent = Sent> = Component<BoardProps<G>>;
