// The state of a table as this page knows it (a picture). Each message makes a new picture; a picture is never changed.
import type {
  About,
  Asking,
  Asked,
  Bye,
  Counted,
  Fairness,
  Line,
  Refused,
  Saved,
  Scene,
  Shuffled,
  Suggested,
  Talk,
  Turning,
  Update,
  Watching,
  Welcome,
  Wire,
} from '../wire/messages';

/** A command before it has its id. */
export type Order = Wire['FromClient'] extends infer C ? (C extends { id: string } ? Omit<C, 'id'> : never) : never;

/** The state of a command. `kept`: there is no connection, and it will be sent when there is one. */
export type Fate = 'kept' | 'sent' | 'saved' | 'refused';

export interface Errand {
  id: string;
  order: Order;
  fate: Fate;
  /** The reason, if it was refused. */
  text: string;
  code: string;
  /** The table's version after the command; the picture may still be older. */
  version: number;
}

/** `gone`: the server said not to come back. */
export type Contact = 'connecting' | 'online' | 'offline' | 'gone';

export interface Picture {
  line: Contact;
  table: About | null;
  viewer: number | null;
  /** The viewer's seat from the next deal on. */
  reserved: number | null;
  version: number;
  scene: Scene | null;
  asked: Asked | null;
  lines: readonly Line[];
  /** What people said in the chat; the log is in `lines`. */
  talk: readonly Talk[];
  present: readonly boolean[] | null;
  /** The time since which each seat's player has had no connection, by the table's clock. */
  away: readonly (number | null)[];
  watching: number;
  /** People who ask to be let in. */
  asking: readonly Asking[];
  /** The table's clock minus ours, in milliseconds. */
  offset: number;
  /** The commands of this page, oldest first; answered ones are dropped after a while. */
  errands: readonly Errand[];
  /** How the cards are shuffled. */
  turning: Turning;
  /** New facts about the shuffle from the last entry of the log. */
  fair: Fairness | null;
  /** Why the server closed the connection. */
  bye: Bye | null;
  /** Number of failed attempts to connect, in a row. */
  failed: number;
}

const MOST_LINES = 600;

/** The picture before the first message. */
export const NOTHING: Picture = {
  line: 'connecting',
  table: null,
  viewer: null,
  reserved: null,
  version: -1,
  scene: null,
  asked: null,
  lines: [],
  talk: [],
  present: null,
  away: [],
  watching: 0,
  asking: [],
  offset: 0,
  errands: [],
  turning: {},
  fair: null,
  bye: null,
  failed: 0,
};

/** The answer to a command. */
export type Answered = Saved | Refused | Suggested | Counted | Watching | Shuffled;

/** Whether a command still waits for its answer. */
export const pending = (errand: Errand): boolean => errand.fate === 'sent' || errand.fate === 'kept';

/** Whether a command could not be written down: it did not happen, and may be sent again. */
export const unsaved = (errand: Errand): boolean => errand.fate === 'refused' && errand.code === 'table.not_saved';

/** Everything anew; `now` is our clock. */
export const welcomed = (message: Welcome, now: number): Partial<Picture> => ({
  table: message.table,
  viewer: message.viewer,
  reserved: message.reserved,
  version: message.version,
  scene: message.scene,
  asked: message.asked,
  lines: message.lines,
  talk: message.talk,
  turning: message.turning ?? {},
  fair: null,
  offset: message.now - now,
});

/** The picture after one entry of the table's log. A question stays until there is another decision. */
export function updated({ scene, asked, lines, talk, turning }: Picture, message: Update): Partial<Picture> {
  const now = message.scene ?? scene;
  const still = asked?.key === now?.key ? asked : null;
  return {
    version: message.version,
    scene: now,
    asked: message.asked ?? still,
    turning: message.turning ?? turning,
    fair: message.fair ?? null,
    lines: message.lines.length ? [...lines, ...message.lines].slice(-MOST_LINES) : lines,
    talk: message.talk.length ? [...talk, ...message.talk].slice(-MOST_LINES) : talk,
  };
}

/** Commands after one was answered. */
export const answered = (errands: readonly Errand[], message: Answered): Errand[] =>
  errands.map((errand) => {
    if (errand.id !== message.id) return errand;
    if (message.is === 'refused') return { ...errand, fate: 'refused', text: message.text, code: message.code, version: 0 };
    return { ...errand, fate: 'saved', text: '', code: '', version: message.is === 'saved' ? message.version : 0 };
  });

/** Commands of which those that were `from` are `to`. */
export const turned = (errands: readonly Errand[], from: Fate, to: Fate): Errand[] =>
  errands.map((errand) => (errand.fate === from ? { ...errand, fate: to } : errand));
