// Hands that are found among one's cards, one after the other. The cards of a lesson are fixed, so nothing is judged here.
import { byRank, split } from '../cards/cards';
import { t } from './words';

/** A hand that is to be found. */
export interface Find {
  title: string;
  text: string;
  /** What is said of wrong cards. */
  hint: string;
  /** What it is called. */
  name: string;
  cards: string;
  /** Cards that are nearly right, and what is said of them. */
  almost?: { cards: readonly string[]; says: string };
}

export class Finding {
  /** How many of the hands are laid. */
  laid = $state(0);
  picked = $state.raw<readonly string[]>([]);
  /** What is said of what was picked. */
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

  /** Cards that lie in no place yet. */
  readonly rest = $derived.by(() => {
    const down = new Set(this.finds.slice(0, this.laid).flatMap(({ cards }) => split(cards)));
    return this.#cards.filter((card) => !down.has(card));
  });

  /** Begins where so many hands are laid. */
  from(laid: number): void {
    this.laid = Math.max(0, Math.min(laid, this.finds.length));
    this.picked = [];
    this.hint = '';
  }

  /** Takes a card for the hand of that number, or gives it up; the last one is judged. Says whether they were the hand. */
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

  /** The hand of that number is laid, found or shown. */
  layDown(place: number): void {
    this.laid = place + 1;
    this.picked = [];
    this.hint = t('learn.find.good', { hand: this.finds[place]?.name ?? '' });
  }
}
