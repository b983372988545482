import type { Component } from 'svelte';
import type { MarkKind } from '../table/marks';
import type { About, Asked, Line, Scene, Seen, Suggestion } from '../wire/messages';

/** The messages for a game's board: the public state, the guide, the odds and the events. Types of each game are in wire/games. */
export interface Sent {
  Public: unknown;
  Guide: unknown;
  Odds: unknown;
  Event: unknown;
}
/** A scene, a question and a line of one game. */
export type SceneOf<G extends Sent> = Omit<Scene, 'view'> & { view: (Omit<Seen, 'public'> & { public: G['Public'] }) | null };
export type AskedOf<G extends Sent> = Omit<Asked, 'guide'> & { guide: G['Guide'] };
export type LineOf<G extends Sent> = Omit<Line, 'event'> & { event: G['Event'] };

/** The state of the answer: none was sent, it is being saved, or it waits for a connection. */
export type Sending = 'no' | 'sending' | 'kept';

/** The storage for a board's unfinished decision, so that a reload doesn't lose it. */
export interface Drafts {
  load: (key: string) => string | null;
  keep: (key: string, text: string | null) => void;
}

/** The state of a seat, in a word or two with an icon. */
export interface Doing {
  text: string;
  mark: MarkKind;
}

/** A disc: its letter, and the word that the letter stands for. */
export interface DiscWords {
  short: string;
  title: string;
}

/** How a seat is shown. */
export interface Sitting {
  /** The state of the seat; if this is missing, whether a person or a bot sits there. */
  doing: Doing | null;
  /** It is this seat's turn. */
  turn: boolean;
  dealer: boolean;
  /** A further disc before the seat. */
  disc?: DiscWords | undefined;
  /** Whether the seat takes no part, so that it is paler. */
  out: boolean;
  /** Whether the seat has won or lost what was just decided. */
  fate: 'won' | 'lost' | null;
}

export interface BoardProps<G extends Sent = Sent> {
  about: About;
  scene: SceneOf<G>;
  /** The viewer's seat; null for a spectator. */
  viewer: number | null;
  /** The players' names by seat, as they are shown. */
  names: readonly string[];
  /** Whether the player is connected, by seat, if that is known. */
  present?: readonly boolean[] | null;
  /** The table's clock minus ours, in milliseconds. */
  offset?: number;
  /** The lines that the viewer was told, oldest first, at least those of the present deal. */
  lines: readonly LineOf<G>[];
  asked: AskedOf<G> | null;
  /** Whether anything can be done here; a replay's board can't. */
  interactive: boolean;
  /** Shows a deal that is over at once, without its beats. */
  still?: boolean;
  /** Whether to animate the deal that is on the board when it is opened, because it has just begun. */
  opening?: boolean;
  sending?: Sending;
  drafts?: Drafts;
  /** Answers the decision, in the game's own words. */
  act?: (action: string) => void;
  /** Takes the answer back. */
  unlock?: () => void;
  /** Goes on after a deal. */
  ready?: () => void;
  /** Asks for the rest of the game to be played fast; for players who are out of it. */
  hurry?: () => void;
  /** Begins another game at a new table; for players who are out of this one. */
  another?: (() => Promise<void>) | undefined;
  /** Asks for suggestions; undefined if the table doesn't allow them. */
  suggest?: (() => Promise<readonly Suggestion[]>) | undefined;
  /** Asks for the viewer's odds; undefined if the table doesn't allow that. */
  count?: (() => Promise<G['Odds'] | null>) | undefined;
  /** Reports how many of `lines` may be shown while a deal is shown step by step; null if all may. */
  onreveal?: (lines: number | null) => void;
  /** Announces something to screen readers. */
  announce?: (text: string) => void;
}

/** A board; one of a game takes that game's messages only. */
export type Board<G extends Sent = Sent> = Component<BoardProps<G>>;
