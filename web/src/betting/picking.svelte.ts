// Cards of a hand that are picked one by one. They are saved together with the decision they belong to, until they are sent.
import { untrack } from 'svelte';
import { split, type Code } from '../cards/cards';
import type { Drafts } from '../boards/types';

export interface Picked {
  readonly cards: readonly Code[];
  choose: (cards: readonly Code[]) => void;
  /** Picks a card, or unpicks it. If too many would be picked, the oldest pick goes. */
  toggle: (card: Code) => void;
}

/** Call this while the board is being set up; `most` is how many may be picked, 0 while none are, and `key` names what they are for. */
export function picking(
  most: () => number,
  key: () => string,
  hand: () => readonly Code[],
  drafts: () => Drafts | undefined,
  changed: () => void = () => {},
): Picked {
  let cards = $state.raw<readonly Code[]>([]);
  let pickedFor = '';
  $effect.pre(() => {
    const now = key();
    const held = hand();
    const any = most() > 0;
    untrack(() => {
      if (!any || now === pickedFor) return;
      pickedFor = now;
      cards = split(drafts()?.load(now) ?? '').filter((card) => held.includes(card));
    });
  });
  function choose(picked: readonly Code[]): void {
    cards = picked;
    drafts()?.keep(pickedFor, picked.length ? picked.join('') : null);
    changed();
  }
  return {
    get cards() {
      return cards;
    },
    choose,
    toggle: (card) => choose(cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card].slice(-most())),
  };
}
