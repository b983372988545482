// Cards being arranged: which lie in which place, and what they lay like before.
import type { Code } from '../../cards/cards';
import type { Judge } from './judge';
import { readLay, writeLay } from './judge';

/** Where a card lies: a place from 0, or −1 for the fan. */
export type Zone = number;
export const FAN: Zone = -1;

/** Why cards could not be moved. */
export type Trouble = 'full' | 'none';

export class Tray {
  places = $state.raw<readonly (readonly Code[])[]>([]);
  /** Whether four of a kind is knocked for, where it lies there. */
  knocking = $state(true);
  #past = $state.raw<readonly string[]>([]);

  constructor(readonly judge: Judge) {
    this.places = Array.from({ length: judge.guide.places }, () => []);
  }

  readonly left = $derived.by(() => {
    const laid = new Set(this.places.flat());
    return this.judge.guide.cards.filter((card) => !laid.has(card));
  });
  readonly judged = $derived.by(() => this.judge.places(this.places));
  readonly knocks = $derived.by(() => this.judge.knocks(this.places));

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get empty(): boolean {
    return this.places.every((cards) => cards.length === 0);
  }

  zone(card: Code): Zone {
    return this.places.findIndex((cards) => cards.includes(card));
  }

  /** How many more cards a place takes, these with them. */
  #fits(zone: Zone, cards: readonly Code[]): boolean {
    const all = [...(this.places[zone] ?? []).filter((card) => !cards.includes(card)), ...cards];
    return all.length <= this.judge.room(all);
  }

  /** Puts cards into a place, or back into the fan. */
  put(cards: readonly Code[], zone: Zone): Trouble | null {
    if (!cards.length || cards.every((card) => this.zone(card) === zone)) return 'none';
    if (zone !== FAN && !this.#fits(zone, cards)) return 'full';
    this.#set(
      this.places.map((held, at) => {
        const kept = held.filter((card) => !cards.includes(card));
        return at === zone ? this.judge.best([...kept, ...cards]) : kept;
      }),
    );
    return null;
  }

  /** Lets two cards change places. */
  swap(one: Code, other: Code): void {
    const [to, from] = [this.zone(other), this.zone(one)];
    if (to === from) return;
    this.#set(
      this.places.map((held, at) => {
        if (at !== to && at !== from) return held;
        const kept = held.filter((card) => card !== one && card !== other);
        return this.judge.best([...kept, at === to ? one : other]);
      }),
    );
  }

  /** Lets two places change what lies there. */
  exchange(one: Zone, other: Zone): void {
    const [a, b] = [this.places[one], this.places[other]];
    if (a && b && one !== other) this.#set(this.places.map((held, at) => (at === one ? b : at === other ? a : held)));
  }

  clear(): void {
    if (!this.empty) this.#set(this.places.map(() => []));
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (last === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#restore(last);
  }

  /** Lays out an action as the table would write it. */
  fill(action: string): void {
    const { hands, knock } = readLay(action);
    const filled = this.#settle(hands);
    if (!filled) return;
    this.#set(filled);
    if (this.knocks.length) this.knocking = knock;
  }

  /** Best hands first; places that are no hand yet come after them. */
  order(): void {
    const strength = this.judged.map((hand) => hand.strength);
    const order = [...this.places.keys()].sort(
      (a, b) => (strength[b] ?? 0) - (strength[a] ?? 0) || (this.places[b]?.length ?? 0) - (this.places[a]?.length ?? 0) || a - b,
    );
    this.#set(order.map((at) => this.places[at] ?? []));
  }

  /** What is laid: the hands in the order of their places. */
  get action(): string {
    return writeLay(
      this.places.filter((cards) => cards.length > 0),
      this.knocks.length > 0 && this.knocking,
    );
  }

  /** Everything, to be kept and taken back later. */
  get draft(): string {
    return JSON.stringify({ places: this.places, knocking: this.knocking });
  }

  /** Takes a draft back, if it is one of these cards. */
  restore(draft: string): void {
    this.#past = [];
    this.#restore(draft);
  }

  #restore(draft: string): void {
    try {
      const { places, knocking } = JSON.parse(draft) as { places: Code[][]; knocking?: boolean };
      const settled = this.#settle(places);
      if (!settled) return;
      this.places = settled;
      this.knocking = knocking !== false;
    } catch {
      // Not one of ours
    }
  }

  #settle(hands: Code[][]): Code[][] | null {
    const { cards, places } = this.judge.guide;
    const all = hands.flat();
    const fits = hands.length <= places && new Set(all).size === all.length && all.every((card) => cards.includes(card));
    return fits ? Array.from({ length: places }, (_, at) => this.judge.best(hands[at] ?? [])) : null;
  }

  #set(places: readonly (readonly Code[])[]): void {
    this.#past = [...this.#past, this.draft].slice(-50);
    this.places = places;
  }
}
