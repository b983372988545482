// The check of a shuffle, in the browser and without the house: the same as `prial verify` does.
import type { Bound, Deck, Shuffle, Turned, Voided } from '../wire/messages';
import { digest, promise, salt, seal, stream, text } from './hashes';

/** Why a shuffle isn't what it should be; the code of a sentence. */
export class Unfair extends Error {
  constructor(
    readonly why: 'number' | 'who' | 'own' | 'deck' | 'proof' | 'place' | 'unproved' | 'gap' | 'picked',
    readonly shuffle: number,
  ) {
    super(`shuffle ${shuffle}: ${why}`);
  }
}

/** What the numbers make of a shuffle. */
export interface Order {
  /** Which deck is dealt, 0 or 1. */
  readonly deck: number;
  /** Its places in the order in which their cards come. */
  readonly places: readonly number[];
  /** What the stream gives after the deck, below n. */
  readonly picked: (n: number) => number;
  /** Bytes that stand for the words which players compare. */
  readonly words: readonly number[];
}

const SEAL = 32;
const PROOF = /^(\d{2})([2-9TJQKA][cdhs])([\w-]{21}[AQgw])$/;

const cardsOf = (cards: string): string[] => cards.match(/../g) ?? [];
const sealAt = (sheet: string, place: number): string => sheet.slice(place * SEAL, (place + 1) * SEAL);
const bySeat = (texts: Readonly<Record<string, string>>): [number, string][] =>
  Object.entries(texts)
    .map(([seat, each]): [number, string] => [Number(seat), each])
    .sort(([a], [b]) => a - b);
const joined = (texts: Readonly<Record<string, string>>): string =>
  bySeat(texts)
    .map(([seat, each]) => `${seat}:${each}`)
    .join(',');

/** The order in which the cards come. */
export function orderOf(table: string, bound: Bound, numbers: Readonly<Record<string, string>>, house: string): Order {
  if (Object.keys(numbers).sort().join() !== Object.keys(bound.promises).sort().join()) throw new Unfair('who', bound.shuffle);
  for (const [seat, each] of Object.entries(numbers))
    if (promise(table, each) !== bound.promises[seat]) throw new Unfair('number', bound.shuffle);
  if (promise(table, house) !== bound.house) throw new Unfair('number', bound.shuffle);
  const binding = text(digest('bound', table, bound.shuffle, bound.pack, joined(bound.promises), bound.house, ...bound.sheets));
  const seed = text(digest('seed', binding, house, joined(numbers)));
  const below = stream(seed);
  const deck = below(2);
  const places = cardsOf(bound.pack).map((_, place) => place);
  for (let last = places.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  const again = stream(seed);
  again(2);
  return { deck, places, picked: again, words: [...digest('words', seed).subarray(0, 4)] };
}

/** Checks an opened deck: each card of the pack once, and at every place the one that the house was bound to. */
export function checkDeck(table: string, bound: Bound, which: 0 | 1, deck: Deck): void {
  const cards = cardsOf(deck.cards);
  const fits =
    [...cards].sort().join() === cardsOf(bound.pack).sort().join() &&
    cards.map((card, place) => seal(table, bound.shuffle, which, place, card, salt(deck.key, place))).join('') ===
      bound.sheets[which];
  if (!fits) throw new Unfair('deck', bound.shuffle);
}

/** The place and the card of a proof. */
export function checkProof(table: string, bound: Bound, which: number, proof: string): [place: number, card: string] {
  const [, digits = '', card = '', its = ''] = PROOF.exec(proof) ?? [];
  const place = Number(digits);
  if (!card || seal(table, bound.shuffle, which, place, card, its) !== sealAt(bound.sheets[which] ?? '', place))
    throw new Unfair('proof', bound.shuffle);
  return [place, card];
}

function checkVoid(table: string, bound: Bound, voided: Voided): void {
  for (const [seat, each] of [...Object.entries(voided.numbers), ['', voided.secret.number]])
    if (promise(table, each ?? '') !== (seat ? bound.promises[seat] : bound.house)) throw new Unfair('number', bound.shuffle);
  voided.secret.decks.forEach((deck, which) => checkDeck(table, bound, which ? 1 : 0, deck));
}

function checkTurned(table: string, { bound, mine, picked }: Shuffle, seat: number | null, turned: Turned): Order {
  const order = orderOf(table, bound, turned.numbers, turned.house);
  if (mine && seat !== null && turned.numbers[seat] !== mine) throw new Unfair('own', bound.shuffle);
  if (bound.pack) checkDeck(table, bound, order.deck ? 0 : 1, turned.other);
  if (picked && order.picked(picked.of) !== picked.value) throw new Unfair('picked', bound.shuffle);
  return order;
}

/** What a check found, where it found no fault. */
export interface Checked {
  /** The cards that were shown to lie where the house was bound to them. */
  readonly cards: readonly string[];
  /** What players compare aloud; none where the shuffle was void, or isn't turned yet. */
  readonly words: readonly number[];
}

const BY_SEAT: readonly string[] = ['hands', 'drawn', 'cut'];

/**
 * Checks all that a viewer was told of one shuffle.
 *
 * @param seat the viewer's; null for somebody who looks on.
 */
export function check(table: string, seat: number | null, shuffle: Shuffle): Checked {
  const { bound, mine, turned, voided, draws = [], proofs = [] } = shuffle;
  if (mine && (seat === null || promise(table, mine) !== bound.promises[seat])) throw new Unfair('own', bound.shuffle);
  if (voided) checkVoid(table, bound, voided);
  if (!turned) return { cards: [], words: [] };
  const order = checkTurned(table, shuffle, seat, turned);
  let at = 0;
  const due = draws.map(({ groups, mine: cards = '' }) => {
    const places = new Set<number>();
    for (const { name, sizes } of groups)
      sizes.forEach((size, pile) => {
        if (BY_SEAT.includes(name) && pile === seat) order.places.slice(at, at + size).forEach((place) => places.add(place));
        at += size;
      });
    return { places, cards: cardsOf(cards) };
  });
  const used = new Set(order.places.slice(0, at));
  const lies = new Map<string, number>();
  const cardAt = new Map<number, string>();
  for (const proof of proofs) {
    const [place, card] = checkProof(table, bound, order.deck, proof);
    if (!used.has(place) || (cardAt.get(place) ?? card) !== card) throw new Unfair('place', bound.shuffle);
    lies.set(card, place);
    cardAt.set(place, card);
  }
  for (const { places, cards } of due)
    for (const card of cards) {
      const place = lies.get(card);
      if (place === undefined) throw new Unfair('unproved', bound.shuffle);
      if (!places.has(place)) throw new Unfair('place', bound.shuffle);
    }
  return { cards: [...lies.keys()], words: order.words };
}

/** The proven cards that lay where this seat's cards of a draw lie. */
export function ownCards(table: string, seat: number | null, shuffle: Shuffle): string[][] {
  const { bound, turned, draws = [], proofs = [] } = shuffle;
  if (!turned || seat === null) return draws.map(() => []);
  const order = orderOf(table, bound, turned.numbers, turned.house);
  const lies = new Map(proofs.map((proof) => checkProof(table, bound, order.deck, proof)));
  let at = 0;
  return draws.map(({ groups }) =>
    groups.flatMap(({ name, sizes }) =>
      sizes.flatMap((size, pile) => {
        const places = order.places.slice(at, (at += size));
        if (!BY_SEAT.includes(name) || pile !== seat) return [];
        return places.map((place) => lies.get(place)).filter((card) => card !== undefined);
      }),
    ),
  );
}
