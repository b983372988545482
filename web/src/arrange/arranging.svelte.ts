// The cards while a player arranges them: the chosen cards, what a tap or a drag does with them, and the messages about it.
import { byRank, bySuit, nameOf, namesOf, type Code } from '../cards/cards';
import type { Drop } from '../cards/drag';
import { disorderOf, stateOf } from './manner';
import { FAN, type Tray, type Trouble, type Zone } from './tray.svelte';
import { t } from './words';

export class Arranging {
  readonly tray: Tray;
  chosen = $state.raw<readonly Code[]>([]);
  sort = $state<'rank' | 'suit'>('rank');
  /** The card that had the keyboard focus last. */
  cursor = $state<Code | null>(null);
  /** An error, or a warning before locking in. */
  note = $state('');
  /** Whether the warning was shown, so that locking in again goes through. */
  sure = $state(false);
  readonly #glide: (make: () => void) => Promise<void>;
  readonly #announce: (text: string) => void;

  /**
   * @param glide makes a change, and lets cards go to their new places.
   * @param announce reads something out.
   */
  constructor(tray: Tray, glide: (make: () => void) => Promise<void>, announce: (text: string) => void) {
    this.tray = tray;
    this.#glide = glide;
    this.#announce = announce;
  }

  /** Cards that are in no place, in the order of the fan. */
  readonly fan = $derived.by(() => [...this.tray.left].sort(this.sort === 'rank' ? byRank : bySuit));
  /** All cards in the order in which the keys visit them. */
  readonly order = $derived.by(() => [...this.tray.places.flat(), ...this.fan]);
  /** The card that the Tab key focuses. */
  readonly roving = $derived.by(() =>
    this.cursor !== null && this.order.includes(this.cursor) ? this.cursor : (this.fan[0] ?? this.order[0]),
  );
  readonly disorder = $derived.by(() => disorderOf(this.tray));
  readonly full = $derived.by(() => this.tray.filled === this.tray.judge.places);
  /** Nothing stands in the way of locking in. */
  readonly ready = $derived.by(() => {
    const { block, warn } = this.tray.manner.advice(this.tray);
    return this.full && block === '' && warn === '';
  });
  readonly hint = $derived.by(
    () =>
      this.note ||
      (this.chosen.length ? t('arrange.hint.chosen', { n: this.chosen.length }) : this.disorder) ||
      (!this.full ? '' : this.fan.length ? t('arrange.complete', { cards: namesOf(this.fan) }) : t('arrange.complete.all')),
  );

  /** The action to send; null if an error or a warning comes first. */
  lock(): string | null {
    const { block, warn } = this.tray.manner.advice(this.tray);
    if (block || (warn && !this.sure)) {
      this.note = block || warn;
      this.sure = !block;
      return null;
    }
    return this.tray.action;
  }

  /** Makes a change of the arrangement, lets cards glide, and says what happened. */
  async change(make: () => void, said = ''): Promise<void> {
    this.note = '';
    await this.#glide(make);
    if (said) this.#announce(said);
  }

  /** Puts cards into a place, or back into the fan. */
  async put(cards: readonly Code[], zone: Zone, letGo = (): void => {}): Promise<void> {
    let trouble = null as Trouble | null;
    await this.change(() => {
      letGo();
      trouble = this.tray.put(cards, zone);
      if (!trouble) this.chosen = [];
    });
    if (trouble === 'full') this.note = t('arrange.full', { place: this.tray.manner.hand(zone) });
    if (trouble) return;
    const moved = namesOf(cards);
    this.#announce(
      zone === FAN
        ? t('arrange.moved.back', { cards: moved })
        : t('arrange.moved', { cards: moved, place: this.tray.manner.hand(zone) }),
    );
    if (zone !== FAN && this.#sound(zone)) this.#announce(this.#sound(zone));
  }

  /** Moves cards to a place. If they are all cards of another place and don't fit, the two places swap their cards. */
  async send(cards: readonly Code[], zone: Zone, letGo = (): void => {}): Promise<void> {
    const from = this.#wholePlace(cards);
    if (from >= 0 && zone !== FAN && from !== zone && this.tray.canExchange(from, zone)) {
      await this.change(() => {
        letGo();
        this.tray.exchange(from, zone);
        this.chosen = [];
      }, this.#sound(zone));
      return;
    }
    await this.put(cards, zone, letGo);
  }

  tapCard(card: Code): void {
    this.cursor = card;
    this.note = '';
    const { chosen, tray } = this;
    const zone = tray.zone(card);
    const one = chosen[0];
    if (one !== undefined && !chosen.includes(card)) {
      const elsewhere = chosen.some((each) => tray.zone(each) !== zone);
      if (elsewhere && chosen.length === 1 && (zone === FAN || this.#isFull(zone, [one]))) {
        void this.#swap(one, card);
        return;
      }
      if (elsewhere && zone !== FAN) {
        void this.send(chosen, zone);
        return;
      }
    }
    this.chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
  }

  tapZone(zone: Zone): void {
    this.note = '';
    if (this.chosen.length) void this.send(this.chosen, zone);
    else this.chosen = this.tray.places[zone] ?? [];
  }

  /** The cards that a drag takes along if it begins at a card. */
  pick(card: Code): readonly Code[] {
    this.note = '';
    return this.chosen.includes(card) ? this.chosen : [card];
  }

  drop({ cards, zone, onto, letGo }: Drop): void {
    const one = cards[0];
    if (zone === null || one === undefined || cards.every((card) => this.tray.zone(card) === zone)) {
      void this.change(letGo);
      return;
    }
    const full = zone !== FAN && this.#isFull(zone, cards);
    if (full && cards.length === 1 && onto && this.tray.zone(onto) === zone) void this.#swap(one, onto, letGo);
    else void this.send(cards, zone, letGo);
  }

  /** Lays out the hands of an action, as the table writes it, and announces them. */
  fill(action: string, said = ''): void {
    void this.change(() => {
      this.tray.fill(action);
      this.chosen = [];
    }, said);
  }

  #swap(one: Code, other: Code, letGo = (): void => {}): Promise<void> {
    return this.change(
      () => {
        letGo();
        this.tray.swap(one, other);
        this.chosen = [];
      },
      t('arrange.swapped', { one: nameOf(one), other: nameOf(other) }),
    );
  }

  /** The announcement of a place after cards have moved there. */
  #sound(zone: Zone): string {
    const hand = this.tray.judged[zone];
    if (!hand?.strength) return '';
    const { manner } = this.tray;
    return t('arrange.place.summary', { place: manner.hand(zone), label: hand.label, state: stateOf(hand, manner) });
  }

  /** The place that contains exactly these cards. */
  #wholePlace(cards: readonly Code[]): Zone {
    return this.tray.places.findIndex(
      (held) => held.length > 0 && held.length === cards.length && cards.every((card) => held.includes(card)),
    );
  }

  /** Whether a place has too little room for some more cards. */
  #isFull(zone: Zone, cards: readonly Code[]): boolean {
    const held = this.tray.places[zone] ?? [];
    return held.length >= this.tray.judge.room([...held, ...cards], zone);
  }
}
