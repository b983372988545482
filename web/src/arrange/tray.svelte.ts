// Cards being arranged: which lie in which place, and what they lay like before.
import type { Code } from '../cards/cards';
import type { Judge } from './judge';
import type { Laying, Manner } from './manner';

/** Where a card lies: a place from 0, or −1 for the fan. */
export type Zone = number;
export const FAN: Zone = -1;

/** Why cards could not be moved. */
export type Trouble = 'full' | 'none';

export class Tray {
  places = $state.raw<readonly (readonly Code[])[]>([]);
  /** What is claimed along with the hands, wherever it may be; empty for nothing. */
  claim = $state('');
  readonly judge: Judge;
  #past = $state.raw<readonly string[]>([]);

  constructor(readonly manner: Manner) {
    this.judge = manner.judge;
    this.claim = manner.claim ?? '';
    this.places = this.judge.hands.shape.map(() => []);
  }

  readonly left = $derived.by(() => {
    const laid = new Set(this.places.flat());
    return this.judge.hands.cards.filter((card) => !laid.has(card));
  });
  /** What may be claimed along with the hands as they lie. */
  readonly claims = $derived.by(() => this.manner.claims?.(this.places) ?? []);
  readonly #claimed = $derived.by(() => (this.claims.includes(this.claim) ? this.claim : ''));
  readonly judged = $derived.by(() => this.judge.judge(this.places, this.manner.compared?.(this.#claimed)));
  /** How many places hold a hand. */
  readonly filled = $derived.by(() => this.judged.filter((hand) => hand.strength > 0).length);

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
    return all.length <= this.judge.room(all, zone);
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

  /** Whether a place has room for what lies in another only in return for its own cards. */
  canExchange(one: Zone, other: Zone): boolean {
    const [a, b] = [this.places[one] ?? [], this.places[other] ?? []];
    return !this.#fits(other, a) && a.length <= this.judge.room(a, other) && b.length <= this.judge.room(b, one);
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
    const laying = this.manner.read(action);
    const filled = laying && this.#settle(laying.hands);
    if (!filled) return;
    this.#set(filled);
    if (this.claims.length) this.claim = laying.claim;
  }

  // Best hands first, and what is no hand yet after them; a hand goes only where as many cards belong
  readonly #ordered = $derived.by(() => {
    const { judge, judged, places } = this;
    const strength = judged.map((hand) => hand.strength);
    const best = [...places.keys()].sort(
      (a, b) => (strength[b] ?? 0) - (strength[a] ?? 0) || (places[b]?.length ?? 0) - (places[a]?.length ?? 0) || a - b,
    );
    return places.map((_, at) => {
      const next = best.findIndex((each) => judge.size(each) === judge.size(at));
      return places[best.splice(next, 1)[0] ?? at] ?? [];
    });
  });

  /** Whether hands may change places for a better order. */
  get canOrder(): boolean {
    return this.#ordered.some((cards, at) => cards !== this.places[at]);
  }

  /** Best hands first. */
  order(): void {
    this.#set(this.#ordered);
  }

  /** What is laid, as the table would write it. */
  get action(): string {
    return this.manner.write({ hands: this.places, claim: this.#claimed });
  }

  /** Everything, to be kept and taken back later. */
  get draft(): string {
    return JSON.stringify({ places: this.places, claim: this.claim });
  }

  /** Takes a draft back, if it is one of these cards. */
  restore(draft: string): void {
    this.#past = [];
    this.#restore(draft);
  }

  #restore(draft: string): void {
    try {
      const { places, claim } = JSON.parse(draft) as { places: Code[][]; claim?: string };
      const settled = this.#settle(places);
      if (!settled) return;
      this.places = settled;
      this.claim = claim ?? this.manner.claim ?? '';
    } catch {
      // Not one of ours
    }
  }

  #settle(hands: Laying['hands']): Code[][] | null {
    const { cards, shape } = this.judge.hands;
    const all = hands.flat();
    const fits = hands.length <= shape.length && new Set(all).size === all.length && all.every((card) => cards.includes(card));
    return fits ? shape.map((_, at) => this.judge.best(hands[at] ?? [])) : null;
  }

  #set(places: readonly (readonly Code[])[]): void {
    this.#past = [...this.#past, this.draft].slice(-50);
    this.places = places;
  }
}
