// What laid-out cards are, read from the table's guide.
import type { Code } from '../../cards/cards';
import type { Guide } from '../../wire/games/crash';

export interface Judged {
  /** 0 where it is no hand (yet). */
  strength: number;
  label: string;
  /** Whether it can win a place. */
  counts: boolean;
  /** Whether it may be laid. */
  allowed: boolean;
  /** The place before this one, from 0, that it beats; −1 where the order stands. */
  beats: number;
}

const NOTHING: Judged = { strength: 0, label: '', counts: false, allowed: false, beats: -1 };

export class Judge {
  #at = new Map<Code, number>();
  #numbers = new Map<string, number>();

  constructor(readonly guide: Guide) {
    guide.cards.forEach((card, at) => this.#at.set(card, at));
    const count = guide.cards.length;
    let number = 0;
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) for (let c = b + 1; c < count; c++) this.#numbers.set(`${a} ${b} ${c}`, number++);
  }

  /** Cards in the table's order, best first. */
  best(cards: readonly Code[]): Code[] {
    return [...cards].sort((a, b) => this.#place(a) - this.#place(b));
  }

  #place(card: Code): number {
    return this.#at.get(card) ?? 99;
  }

  /** How many cards a hand of these may have: four where they could be one of the hands of four. */
  room(cards: readonly Code[]): number {
    return this.guide.fours.some((four) => cards.every((card) => four.cards.includes(card))) ? 4 : this.guide.size;
  }

  #hand(cards: readonly Code[]): { strength: number; label: string } | undefined {
    if (cards.length === this.guide.size) {
      const key = cards.map((card) => this.#place(card)).sort((a, b) => a - b);
      const number = this.#numbers.get(key.join(' '));
      if (number === undefined) return undefined;
      return { strength: this.guide.strengths[number] ?? 0, label: this.guide.words[this.guide.labels[number] ?? -1] ?? '' };
    }
    const four = this.guide.fours.find(
      (each) => each.cards.length === cards.length && cards.every((card) => each.cards.includes(card)),
    );
    return four && { strength: four.strength, label: this.guide.words[four.label] ?? '' };
  }

  /** Each place: what it is, and whether it stands. */
  places(places: readonly (readonly Code[])[]): Judged[] {
    const judged: Judged[] = [];
    for (const cards of places) {
      const hand = this.#hand(cards);
      if (!hand) {
        judged.push(NOTHING);
        continue;
      }
      const before = judged.findIndex((other) => other.strength > 0 && other.strength < hand.strength);
      judged.push({
        ...hand,
        counts: hand.strength >= this.guide.least,
        allowed: hand.strength >= this.guide.least_laid,
        beats: before,
      });
    }
    return judged;
  }

  /** The fours of one rank among the laid cards that may be knocked for. */
  knocks(places: readonly (readonly Code[])[]): Code[][] {
    const laid = new Set(places.flat());
    return this.guide.knock.filter((four) => four.every((card) => laid.has(card)));
  }

  /** Whether any hand of the cards that are left may be laid. */
  anyLegal(): boolean {
    return this.guide.strengths.some((strength) => strength >= this.guide.least_laid) || this.guide.fours.length > 0;
  }
}

/** The hands of a `lay`, and whether it knocks. */
export function readLay(action: string): { hands: Code[][]; knock: boolean } {
  const words = action.trim().split(/\s+/);
  const knock = words.at(-1) === 'knock';
  const hands = words.slice(1, knock ? -1 : undefined).map((hand) => hand.match(/../g) ?? []);
  return { hands: hands.map((hand) => [...hand]), knock };
}

export const writeLay = (hands: readonly (readonly Code[])[], knock: boolean): string =>
  ['lay', ...hands.map((hand) => hand.join('')), ...(knock ? ['knock'] : [])].join(' ');
