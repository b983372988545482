// Cards that are being put away: chosen one by one, kept with what they are for until they are sent.
import { untrack } from 'svelte';
import { setOf, split, type Code } from '../../cards/cards';
import { t } from './words/board';
import type { Drafts } from '../../boards/types';
import type { Guide, Away } from '../../wire/games/brag';

export interface Choice {
  /** How many are to go; 0 where none are. */
  readonly wanted: number;
  /** The best way to do it. */
  readonly best: Away | undefined;
  readonly chosen: readonly Code[];
  /** What is done with the chosen ones, once they are all. */
  readonly way: Away | undefined;
  choose: (cards: readonly Code[]) => void;
  toggle: (card: Code) => void;
}

/** To be called where a board begins. */
export function choosing(
  guide: () => Guide | null,
  hand: () => readonly Code[],
  deal: () => number | undefined,
  drafts: () => Drafts | undefined,
  announce: (text: string) => void,
): Choice {
  const ways = $derived(guide()?.discards ?? []);
  const wanted = $derived(split(ways[0]?.cards ?? '').length);
  let chosen = $state.raw<readonly Code[]>([]);
  let chosenFor = '';
  $effect.pre(() => {
    const key = `${deal()}.discard`;
    const held = hand();
    untrack(() => {
      if (!wanted || key === chosenFor) return;
      chosenFor = key;
      chosen = split(drafts()?.load(key) ?? '').filter((card) => held.includes(card));
    });
  });
  const way = $derived(ways.find((each) => setOf(split(each.cards)) === setOf(chosen)));
  function choose(cards: readonly Code[]): void {
    chosen = cards;
    drafts()?.keep(chosenFor, cards.length ? cards.join('') : null);
    if (way) announce(t('brag.discard.would', { label: way.label }));
  }
  return {
    get wanted() {
      return wanted;
    },
    get best() {
      return ways[0];
    },
    get chosen() {
      return chosen;
    },
    get way() {
      return way;
    },
    choose,
    toggle: (card) => choose(chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card].slice(-wanted)),
  };
}
