// The cards while they are arranged: which card is in which place, now and before each change.
import type { Code } from '../cards/cards';
import type { Judge } from './judge';
import type { Laying, Manner } from './manner';

/** The place of a card, from 0; −1 for the fan. */
export type Zone = number;
export const FAN: Zone = -1;

/** Why cards could not be moved. */
export type Trouble = 'full' | 'none';

export class Tray {
  places = $state.raw<readonly (readonly Code[])[]>([]);
  /** The claim that the player chose; empty for none. */
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
  /** The claims that the present hands allow. */
  readonly claims = $derived.by(() => this.manner.claims?.(this.places) ?? []);
  /** The claim that goes with the present hands. */
  readonly claimed = $derived.by(() => (this.claims.includes(this.claim) ? this.claim : ''));
  readonly judged = $derived.by(() => this.judge.judge(this.places, this.manner.order?.(this.claimed)));
  /** Number of places with a hand. */
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

  /** Whether a place has room for these cards besides its own. */
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

  /** Swaps two cards. */
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

  /** Whether two places can swap their cards, and the cards of the first wouldn't fit into the other without a swap. */
  canExchange(one: Zone, other: Zone): boolean {
    const [a, b] = [this.places[one] ?? [], this.places[other] ?? []];
    return !this.#fits(other, a) && a.length <= this.judge.room(a, other) && b.length <= this.judge.room(b, one);
  }

  /** Swaps the cards of two places. */
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

  // Best hands first, then unfinished ones; a hand only moves to places for the same number of cards
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

  /** The action that lays these hands, as the table writes it. */
  get action(): string {
    return this.manner.write({ hands: this.places, claim: this.claimed });
  }

  /** The whole state, to save and restore. */
  get draft(): string {
    return JSON.stringify({ places: this.places, claim: this.claim });
  }

  /** Restores a saved state, if it is about these cards. */
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
