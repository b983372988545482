// Finding hands among the cards of a lesson, one after the other. The cards are fixed, so no hand has to be judged.
import { byRank, split } from '../cards/cards';
import { t } from './words';

/** A hand to find. */
export interface Find {
  title: string;
  text: string;
  /** The comment on wrong cards. */
  hint: string;
  /** The name of the hand. */
  name: string;
  cards: string;
  /** Cards that are nearly right, and the comment on them. */
  almost?: { cards: readonly string[]; says: string };
}

export class Finding {
  /** Number of hands that are laid. */
  laid = $state(0);
  picked = $state.raw<readonly string[]>([]);
  /** The comment on the picked cards. */
  hint = $state('');
  readonly #cards: readonly string[];

  /**
   * @param finds the hands, in the order in which they are found.
   * @param over cards that belong to none.
   */
  constructor(
    readonly finds: readonly Find[],
    over = '',
  ) {
    this.#cards = split(finds.map(({ cards }) => cards).join('') + over).sort(byRank);
  }

  /** Cards that are in no place yet. */
  readonly rest = $derived.by(() => {
    const down = new Set(this.finds.slice(0, this.laid).flatMap(({ cards }) => split(cards)));
    return this.#cards.filter((card) => !down.has(card));
  });

  /** Begins with a number of hands laid already. */
  from(laid: number): void {
    this.laid = Math.max(0, Math.min(laid, this.finds.length));
    this.picked = [];
    this.hint = '';
  }

  /** Picks or unpicks a card for a hand. If it completes the hand, the cards are checked; returns whether they are right. */
  pickFor(place: number, card: string): boolean {
    const find = this.finds[place];
    if (!find || this.laid > place) return false;
    const wanted = split(find.cards);
    const { length } = wanted;
    const picked = this.picked.includes(card)
      ? this.picked.filter((each) => each !== card)
      : [...this.picked, card].slice(-length);
    this.picked = picked;
    this.hint = t('learn.picked', { n: picked.length, of: length });
    if (picked.length < length) return false;
    if (picked.every((each) => wanted.includes(each))) {
      this.layDown(place);
      return true;
    }
    const { almost } = find;
    this.hint = almost?.cards.every((each) => picked.includes(each)) ? almost.says : find.hint;
    this.picked = [];
    return false;
  }

  /** Lays a hand, which the player found or was shown. */
  layDown(place: number): void {
    this.laid = place + 1;
    this.picked = [];
    this.hint = t('learn.find.good', { hand: this.finds[place]?.name ?? '' });
  }
}
