// Reads a whole transcript from a file, and checks it shuffle by shuffle as `prial verify` does.
import type { Shuffle } from '../wire/messages';
import { cardsOf, check, Unfair, type Checked, type Why } from './check';

/** What one viewer was told of a table's shuffles. */
export interface Transcript {
  fair: 1;
  table: string;
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  shuffles: readonly Shuffle[];
  /** Whether the table had agreed that every deck is opened when a game is over. */
  open?: boolean;
}

/** A shuffle and the result of its check. */
export interface Found {
  readonly number: number;
  readonly shuffle: Shuffle;
  /** The result; null if something doesn't fit. */
  readonly checked: Checked | null;
  readonly why: Why | null;
  /** Cards of a whole pack that are missing in this one. */
  readonly without: readonly string[];
}

const WHOLE = Array.from('AKQJT98765432').flatMap((rank) => Array.from('shdc').map((suit) => rank + suit));

/** Checks a transcript. All shuffles are checked, even if one doesn't fit. */
export function verify({ table, seat, shuffles, open }: Transcript): Found[] {
  let before: number | null = null;
  /** Whether a deck was dealt that isn't open. */
  let closed = false;
  return shuffles.map((shuffle): Found => {
    const number = shuffle.bound.shuffle;
    const cards = cardsOf(shuffle.bound.pack);
    const without = cards.length ? WHOLE.filter((card) => !cards.includes(card)) : [];
    const about = { number, shuffle, without };
    const last = before;
    before = number;
    try {
      if (last !== null && number <= last) throw new Unfair('twice', number);
      if (last !== null && number !== last + 1) throw new Unfair('gap', number);
      if (shuffle.dealt && closed) throw new Unfair('closed', number);
      if (open && shuffle.turned && !shuffle.dealt) closed = true;
      return { ...about, checked: check(table, seat, shuffle), why: null };
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      return { ...about, checked: null, why: error.why };
    }
  });
}

// --- reading ----------------------------------------------------------------------------------------------------------

type Is = (value: unknown) => boolean;

const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text: Is = (value) => typeof value === 'string';
const bool: Is = (value) => typeof value === 'boolean';
const whole: Is = (value) => Number.isInteger(value) && Number(value) >= 0;
/** 32 bytes as base64url, in canonical form. */
const BYTES = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const bytes: Is = (value) => typeof value === 'string' && BYTES.test(value);
const CARDS = /^([2-9TJQKA][cdhs])*$/;
const cards: Is = (value) => typeof value === 'string' && CARDS.test(value);
const hand: Is = (value) => cards(value) && new Set(cardsOf(String(value))).size * 2 === String(value).length;
const maybe =
  (is: Is): Is =>
  (value) =>
    value === undefined || value === null || is(value);
const list =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is);
const pair =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.length === 2 && value.every(is);
const bySeat: Is = (value) => record(value) && Object.entries(value).every(([seat, each]) => /^\d+$/.test(seat) && bytes(each));
/** Whether an object has exactly these fields, each of the right form. */
const like =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    record(value) &&
    Object.entries(fields).every(([name, is]) => is(value[name])) &&
    Object.keys(value).every((name) => name in fields);

const deck = like({ cards, key: bytes });
const draw = like({ groups: list(like({ name: text, sizes: list(whole) })), mine: maybe(hand) });
const shuffle = like({
  bound: like({ shuffle: whole, pack: cards, first: text, promises: bySeat, house: bytes, sheets: pair(text) }),
  mine: maybe(bytes),
  turned: maybe(like({ numbers: bySeat, house: bytes, other: deck })),
  voided: maybe(like({ missing: list(whole), numbers: bySeat, secret: like({ number: bytes, decks: pair(deck) }) })),
  draws: maybe(list(draw)),
  picked: maybe(like({ of: whole, value: whole })),
  proofs: maybe(list(text)),
  dealt: maybe(deck),
  heard: maybe(bool),
});
const transcript = like({
  fair: (value) => value === 1,
  table: text,
  seat: maybe(whole),
  shuffles: list(shuffle),
  open: maybe(bool),
});

/** The transcript in the text of a file; null if it isn't one, or has another format. */
export function read(written: string): Transcript | null {
  try {
    const value: unknown = JSON.parse(written);
    return transcript(value) ? (value as Transcript) : null;
  } catch {
    return null;
  }
}
