// Names and strengths of hands, read from the table's guide.
import type { Code } from '../cards/cards';
import type { Hands } from '../wire/messages';

export interface Judged {
  /** Strength of the hand; 0 if it isn't a hand (yet). */
  strength: number;
  label: string;
  /** Whether it can win anything. */
  counts: boolean;
  /** Whether it may be laid. */
  allowed: boolean;
  /** The earlier place, from 0, whose hand this one must not beat; −1 if the order is right. */
  beats: number;
  /** Whether the two hands are level, and that isn't allowed. */
  level: boolean;
  /** Whether this hand may be in any order. */
  free: boolean;
}

export const NOTHING: Judged = { strength: 0, label: '', counts: false, allowed: false, beats: -1, level: false, free: false };

/** Which hands have to be in order. */
export interface Order {
  /** Number of places, from the first. */
  places: number;
  /** Each hand must beat the next; to be level isn't enough. */
  better: boolean;
}

/** A hand that may be laid in any place, although its number of cards isn't the usual one. */
export interface OddHand {
  cards: readonly Code[];
  strength: number;
}

/** Limits that the rules of a game set for its hands. */
export interface Limits {
  odd?: readonly OddHand[];
  /** Weaker hands win nothing. */
  least?: number;
  /** Weaker hands may not be laid. */
  leastLaid?: number;
  /** Each hand must beat the next; to be level isn't enough. */
  better?: boolean;
}

/** The binomial coefficient: the number of ways to choose some of many. */
function choose(many: number, some: number): number {
  let ways = 1;
  for (let at = 0; at < some; at++) ways = (ways * (many - at)) / (at + 1);
  return ways;
}

/** Unsigned 16-bit numbers, the low byte first, from Base64. */
function unpack(packed: string): Uint16Array {
  const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, at) => view.getUint16(2 * at, true));
}

export class Judge {
  readonly #at: ReadonlyMap<Code, number>;
  readonly #strengths: ReadonlyMap<number, Uint16Array>;
  /** The strongest hand that could be laid. */
  readonly strongest: number;

  constructor(
    readonly hands: Hands,
    readonly limits: Limits = {},
  ) {
    this.#at = new Map(hands.cards.map((card, at) => [card, at]));
    this.#strengths = new Map(hands.sizes.map(({ size, strengths }) => [size, unpack(strengths)]));
    const all = [...this.#strengths.values()].map((strengths) => Math.max(...strengths));
    this.strongest = Math.max(...all, ...(limits.odd ?? []).map((hand) => hand.strength));
  }

  /** How many places there are. */
  get places(): number {
    return this.hands.shape.length;
  }

  /** Cards in the table's order, best first. */
  best(cards: readonly Code[]): Code[] {
    return [...cards].sort((a, b) => this.#place(a) - this.#place(b));
  }

  #place(card: Code): number {
    return this.#at.get(card) ?? 99;
  }

  /** How many cards belong into a place. */
  size(zone: number): number {
    return this.hands.shape[zone] ?? 0;
  }

  /** The number of these cards that a place may have: more if they could become one of the odd hands. */
  room(cards: readonly Code[], zone: number): number {
    const odd = (this.limits.odd ?? []).find((hand) => cards.every((card) => hand.cards.includes(card)));
    return Math.max(this.size(zone), odd?.cards.length ?? 0);
  }

  /** The strength of the hand that lies in a place; 0 for no hand. */
  strength(cards: readonly Code[], zone: number): number {
    if (cards.length === this.size(zone)) return this.#strengths.get(cards.length)?.[this.#number(cards)] ?? 0;
    const odd = this.limits.odd?.find(
      (hand) => hand.cards.length === cards.length && cards.every((card) => hand.cards.includes(card)),
    );
    return odd?.strength ?? 0;
  }

  /** The index of these cards among all choices of as many, in the order (0, 1, 2), (0, 1, 3) …; −1 if one isn't the player's. */
  #number(cards: readonly Code[]): number {
    if (!cards.every((card) => this.#at.has(card))) return -1;
    const [all, size] = [this.hands.cards.length, cards.length];
    const after = this.best(cards).map((card, at) => choose(all - 1 - this.#place(card), size - at));
    return choose(all, size) - 1 - after.reduce((sum, ways) => sum + ways, 0);
  }

  /** The name of a strength. */
  label(strength: number): string {
    return this.hands.names.findLast((name) => name.least <= strength)?.text ?? '';
  }

  /**
   * Judges each place: the hand, and whether the order is right.
   *
   * @param order which places must be in order; all, by the limits, unless it says otherwise.
   */
  judge(places: readonly (readonly Code[])[], order: Partial<Order> = {}): Judged[] {
    const { least = 0, leastLaid = 0 } = this.limits;
    const { places: compared = this.places, better = this.limits.better ?? false } = order;
    const strengths = places.map((cards, zone) => this.strength(cards, zone));
    return strengths.map((strength, zone) => {
      if (!strength) return NOTHING;
      const before = strengths.slice(0, zone < compared ? zone : 0);
      const beats = before.findIndex((other) => other > 0 && (other < strength || (better && other === strength)));
      return {
        strength,
        label: this.label(strength),
        counts: strength >= least,
        allowed: strength >= leastLaid,
        beats,
        level: before[beats] === strength,
        free: zone >= compared,
      };
    });
  }
}
