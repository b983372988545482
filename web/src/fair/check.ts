// Checks a shuffle in the browser, without the house, as `prial verify` does.
import type { Bound, Deck, Shuffle, Turned, Voided } from '../wire/messages';
import { digest, promise, salt, seal, stream, text } from './hashes';

/** An error of a shuffle; the code is that of a sentence. */
export type Why =
  | 'number'
  | 'who'
  | 'own'
  | 'left_out'
  | 'declared'
  | 'deck'
  | 'pack'
  | 'proof'
  | 'place'
  | 'unproved'
  | 'gap'
  | 'twice'
  | 'picked'
  | 'first'
  | 'closed';

export class Unfair extends Error {
  constructor(
    readonly why: Why,
    readonly shuffle: number,
  ) {
    super(`shuffle ${shuffle}: ${why}`);
  }
}

/** The result of everybody's numbers for a shuffle. */
export interface Order {
  /** Which deck is dealt, 0 or 1. */
  readonly deck: 0 | 1;
  /** The positions of its cards, in the order in which they are dealt. */
  readonly places: readonly number[];
  /** The next numbers of the stream after the deck, below n. */
  readonly picked: (n: number) => number;
  /** The bytes of the words that players compare. */
  readonly words: readonly number[];
}

const SEAL = 32;
const PROOF = /^(\d{2})([2-9TJQKA][cdhs])([\w-]{21}[AQgw])$/;

/** Cards that stand one after the other. */
export const cardsOf = (cards: string): string[] => cards.match(/../g) ?? [];
const sealAt = (sheet: string, place: number): string => sheet.slice(place * SEAL, (place + 1) * SEAL);
const same = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();
const joined = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([seat, each]) => `${seat}:${each}`)
    .join(',');

/** The hash of everything that the house and the players have committed to. */
export const bindingOf = (table: string, bound: Bound): string =>
  text(digest('bound', table, bound.shuffle, bound.pack, bound.first, joined(bound.promises), bound.house, ...bound.sheets));

/** The order in which the cards are dealt. */
export function orderOf(table: string, bound: Bound, numbers: Readonly<Record<string, string>>, house: string): Order {
  if (!same(Object.keys(numbers), Object.keys(bound.promises))) throw new Unfair('who', bound.shuffle);
  checkNumbers(table, bound, numbers, house);
  const seed = text(digest('seed', bindingOf(table, bound), house, joined(numbers)));
  const below = stream(seed);
  const deck = below(2) ? 1 : 0;
  const places = cardsOf(bound.pack).map((_, place) => place);
  for (let last = places.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  const again = stream(seed);
  again(2);
  return { deck, places, picked: again, words: [...digest('words', seed).subarray(0, 4)] };
}

function checkNumbers(table: string, bound: Bound, numbers: Readonly<Record<string, string>>, house: string): void {
  const fits =
    Object.entries(numbers).every(([seat, each]) => promise(table, each) === bound.promises[seat]) &&
    promise(table, house) === bound.house;
  if (!fits) throw new Unfair('number', bound.shuffle);
}

/** Checks an opened deck: it has each card of the pack once, and at every position the card that the house committed to. */
export function checkDeck(table: string, bound: Bound, which: 0 | 1, deck: Deck): void {
  const cards = cardsOf(deck.cards);
  const fits =
    same(cards, cardsOf(bound.pack)) &&
    cards.map((card, place) => seal(table, bound.shuffle, which, place, card, salt(deck.key, place))).join('') ===
      bound.sheets[which];
  if (!fits) throw new Unfair('deck', bound.shuffle);
}

/** The position and the card of a proof. */
export function checkProof(table: string, bound: Bound, which: number, proof: string): [place: number, card: string] {
  const [, digits = '', card = '', its = ''] = PROOF.exec(proof) ?? [];
  const place = Number(digits);
  if (!card || seal(table, bound.shuffle, which, place, card, its) !== sealAt(bound.sheets[which] ?? '', place))
    throw new Unfair('proof', bound.shuffle);
  return [place, card];
}

function checkVoid(table: string, seat: number | null, { bound, heard, turned }: Shuffle, voided: Voided): void {
  const seats = [...voided.missing.map(String), ...Object.keys(voided.numbers)];
  if (turned || !voided.missing.length || !same(seats, Object.keys(bound.promises))) throw new Unfair('who', bound.shuffle);
  if (heard && seat !== null && voided.missing.includes(seat)) throw new Unfair('declared', bound.shuffle);
  checkNumbers(table, bound, voided.numbers, voided.secret.number);
  voided.secret.decks.forEach((deck, which) => checkDeck(table, bound, which ? 1 : 0, deck));
}

/** How cards are drawn, as the commitment of a shuffle says. */
const layout = ({ draws = [], picked }: Shuffle): string =>
  draws[0]?.groups.map(({ name, sizes }) => `${name}:${sizes.join(',')}`).join(';') ?? (picked ? `number:${picked.of}` : '');

function checkTurned(table: string, shuffle: Shuffle, seat: number | null, turned: Turned): Order {
  const { bound, mine, picked, dealt } = shuffle;
  const order = orderOf(table, bound, turned.numbers, turned.house);
  if (layout(shuffle) !== bound.first) throw new Unfair('first', bound.shuffle);
  if (mine && seat !== null && turned.numbers[seat] !== mine) throw new Unfair('own', bound.shuffle);
  checkDeck(table, bound, order.deck ? 0 : 1, turned.other);
  if (dealt) checkDeck(table, bound, order.deck, dealt);
  if (picked && order.picked(picked.of) !== picked.value) throw new Unfair('picked', bound.shuffle);
  return order;
}

function checkPack({ shuffle, pack, sheets }: Bound): void {
  const cards = cardsOf(pack);
  const fits = new Set(cards).size === cards.length && sheets.every((sheet) => sheet.length === SEAL * cards.length);
  if (!fits) throw new Unfair('pack', shuffle);
}

/** The result of a check without an error. */
export interface Checked {
  /** The cards that are proved to be at the positions that the house committed to. */
  readonly cards: readonly string[];
  /** The words that players compare aloud; empty if the shuffle was void or isn't decided yet. */
  readonly words: readonly number[];
}

const BY_SEAT: readonly string[] = ['hands', 'drawn', 'cut'];

/** The positions of a seat's cards in each draw, and the number of cards dealt in all. */
function dueOf({ draws = [] }: Shuffle, seat: number | null, { places }: Order): { due: number[][]; dealt: number } {
  let dealt = 0;
  const due = draws.map(({ groups }) =>
    groups.flatMap(({ name, sizes }) =>
      sizes.flatMap((size, pile) => {
        const taken = places.slice(dealt, (dealt += size));
        return BY_SEAT.includes(name) && pile === seat ? taken : [];
      }),
    ),
  );
  return { due, dealt };
}

/**
 * Checks all that a viewer was told of one shuffle.
 *
 * @param seat the viewer's seat; null for a spectator.
 */
export function check(table: string, seat: number | null, shuffle: Shuffle): Checked {
  const { bound, mine, turned, voided, draws = [], proofs = [] } = shuffle;
  checkPack(bound);
  if (mine && (seat === null || !(seat in bound.promises))) throw new Unfair('left_out', bound.shuffle);
  if (mine && promise(table, mine) !== bound.promises[seat ?? '']) throw new Unfair('own', bound.shuffle);
  if (voided) checkVoid(table, seat, shuffle, voided);
  if (!turned) return { cards: [], words: [] };
  const order = checkTurned(table, shuffle, seat, turned);
  const { due, dealt } = dueOf(shuffle, seat, order);
  if (dealt > order.places.length) throw new Unfair('place', bound.shuffle);
  const used = new Set(order.places.slice(0, dealt));
  const lies = new Map<string, number>();
  const cardAt = new Map<number, string>();
  for (const proof of proofs) {
    const [place, card] = checkProof(table, bound, order.deck, proof);
    if (!used.has(place) || (cardAt.get(place) ?? card) !== card) throw new Unfair('place', bound.shuffle);
    lies.set(card, place);
    cardAt.set(place, card);
  }
  draws.forEach((draw, at) => {
    for (const card of cardsOf(draw.mine ?? '')) {
      const place = lies.get(card);
      if (place === undefined) throw new Unfair('unproved', bound.shuffle);
      if (!due[at]?.includes(place)) throw new Unfair('place', bound.shuffle);
    }
  });
  return { cards: [...lies.keys()], words: order.words };
}

/** The proved cards at the positions of this seat's cards in a draw. */
export function ownCards(table: string, seat: number | null, shuffle: Shuffle): string[][] {
  const { bound, turned, draws = [], proofs = [] } = shuffle;
  if (!turned || seat === null) return draws.map(() => []);
  const order = orderOf(table, bound, turned.numbers, turned.house);
  const lies = new Map(proofs.map((proof) => checkProof(table, bound, order.deck, proof)));
  return dueOf(shuffle, seat, order).due.map((places) =>
    places.map((place) => lies.get(place)).filter((card) => card !== undefined),
  );
}

/**
 * Cards that are face up without a proof, in a deal whose cards all come from the first draw, so that each should have one.
 *
 * @param piles the piles of the scene's view.
 */
export function unproved({ bound, turned, draws = [], proofs = [] }: Shuffle, piles: readonly string[]): string[] {
  if (!turned || draws.length !== 1) return [];
  const pack = new Set(cardsOf(bound.pack));
  const proven = new Set(proofs.map((proof) => proof.slice(2, 4)));
  return piles.flatMap((pile) => (pile.includes('?') ? [] : cardsOf(pile))).filter((card) => pack.has(card) && !proven.has(card));
}
