// What laid-out cards are, read from the table's guide.
import type { Code } from '../cards/cards';
import type { Hands } from '../wire/messages';

export interface Judged {
  /** 0 where it is no hand (yet). */
  strength: number;
  label: string;
  /** Whether it can win anything. */
  counts: boolean;
  /** Whether it may be laid. */
  allowed: boolean;
  /** The place before this one, from 0, that it may not follow; −1 where the order stands. */
  beats: number;
  /** It doesn't beat that one, but is as good, where that is not enough. */
  level: boolean;
}

export const NOTHING: Judged = { strength: 0, label: '', counts: false, allowed: false, beats: -1, level: false };

/** A hand that may lie in any place, with another number of cards than belongs there. */
export interface OddHand {
  cards: readonly Code[];
  strength: number;
}

/** What a game's rules add to its hands. */
export interface Limits {
  odd?: readonly OddHand[];
  /** Weaker hands win nothing. */
  least?: number;
  /** Weaker hands may not be laid. */
  leastLaid?: number;
  /** Each hand has to be better than the next; as good is not enough. */
  better?: boolean;
}

/** How many ways there are to take some of many. */
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

  /** How many of these cards a place may have: more where they could be one of the odd hands. */
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

  /** Which of the ways to take so many cards this is, in the order of (0, 1, 2), (0, 1, 3) …; −1 with somebody else's card. */
  #number(cards: readonly Code[]): number {
    if (!cards.every((card) => this.#at.has(card))) return -1;
    const [all, size] = [this.hands.cards.length, cards.length];
    const after = this.best(cards).map((card, at) => choose(all - 1 - this.#place(card), size - at));
    return choose(all, size) - 1 - after.reduce((sum, ways) => sum + ways, 0);
  }

  /** What a strength is called. */
  label(strength: number): string {
    return this.hands.names.findLast((name) => name.least <= strength)?.text ?? '';
  }

  /**
   * Each place: what it is, and whether it stands.
   *
   * @param compared how many places, from the first, have to be in order.
   */
  judge(places: readonly (readonly Code[])[], compared = this.places): Judged[] {
    const { least = 0, leastLaid = 0, better = false } = this.limits;
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
      };
    });
  }
}
