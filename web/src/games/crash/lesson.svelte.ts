// The first lesson of Crash: one hand of thirteen cards, step by step. The cards are fixed, so nothing needs to be judged here.
import { Finding, type Find } from '../../learn/finding.svelte';
import { t as common } from '../../learn/words';
import { t } from './words/lesson';

export const PLAYERS = ['you', 'bea', 'cal', 'dot'] as const;
export type Player = (typeof PLAYERS)[number];

/** Each player's hands, in the order of their places. */
export const DEALT: Readonly<Record<Player, readonly string[]>> = {
  you: ['3s3h3d', 'AsKsQs', '9h8d7c', 'JcJd4h'],
  bea: ['9c9d9s', 'AdKdQd', '7d6h5c', '2d2h8c'],
  cal: ['TcTdTh', '7s6s5s', 'QhJhTs', '8s8h5d'],
  dot: ['KhQcJs', '7h6d5h', 'AhAcKc', '4s4d6c'],
};
/** The player's thirteenth card, which belongs to no hand. */
export const OVER = '2c';
/** The players with the best hand of each place; if there are several, nobody wins the place. */
export const WINS: readonly (readonly Player[])[] = [['you'], ['you', 'bea'], ['cal'], ['you']];

/** The name of each hand. */
export const HANDS: Readonly<Record<Player, readonly string[]>> = {
  you: [t('learn.hand.you.1'), t('learn.hand.you.2'), t('learn.hand.you.3'), t('learn.hand.you.4')],
  bea: [t('learn.hand.bea.1'), t('learn.hand.bea.2'), t('learn.hand.bea.3'), t('learn.hand.bea.4')],
  cal: [t('learn.hand.cal.1'), t('learn.hand.cal.2'), t('learn.hand.cal.3'), t('learn.hand.cal.4')],
  dot: [t('learn.hand.dot.1'), t('learn.hand.dot.2'), t('learn.hand.dot.3'), t('learn.hand.dot.4')],
};
export const NAMES: Readonly<Record<Player, string>> = {
  you: common('learn.you'),
  bea: common('learn.bea'),
  cal: common('learn.cal'),
  dot: common('learn.dot'),
};
/** The text for each place when it is turned up. */
export const SHOWN: readonly string[] = [t('learn.show.1'), t('learn.show.2'), t('learn.show.3'), t('learn.show.4')];
const FIND: readonly Find[] = (
  [
    { title: t('learn.find.1.title'), text: t('learn.find.1.text'), hint: t('learn.find.1.hint') },
    { title: t('learn.find.2.title'), text: t('learn.find.2.text'), hint: t('learn.find.2.hint') },
    { title: t('learn.find.3.title'), text: t('learn.find.3.text'), hint: t('learn.find.3.hint') },
    {
      title: t('learn.find.4.title'),
      text: t('learn.find.4.text'),
      hint: t('learn.find.4.hint'),
      almost: { cards: ['Jc', 'Jd', OVER], says: t('learn.find.4.almost') }, // two jacks and the card that is left over
    },
  ] as const
).map((find, at) => ({ ...find, name: HANDS.you[at] ?? '', cards: DEALT.you[at] ?? '' }));

export const STEPS = ['deal', 'ranks', 'find', 'find', 'find', 'find', 'order', 'show', 'end'] as const;
const FIRST = STEPS.indexOf('find');

export class Lesson extends Finding {
  step = $state(0);
  /** Number of places that are turned up. */
  turned = $state(0);

  constructor() {
    super(FIND, OVER);
  }

  readonly kind = $derived.by(() => STEPS[this.step]);
  /** The place, from 0, whose hand the player is to find. */
  readonly place = $derived.by(() => this.step - FIRST);
  readonly solved = $derived.by(() => this.kind !== 'find' || this.laid > this.place);
  readonly text = $derived.by(() => FIND[this.place]?.text ?? '');
  readonly title = $derived.by(() => {
    switch (this.kind) {
      case 'find':
        return FIND[this.place]?.title ?? '';
      case 'deal':
        return t('learn.deal.title');
      case 'ranks':
        return common('learn.ranks.title');
      case 'order':
        return t('learn.order.title');
      case 'show':
        return t('learn.show.title');
      default:
        return t('learn.end.title');
    }
  });

  to(step: number): void {
    this.step = step;
    this.from(step - FIRST);
    this.turned = step > STEPS.indexOf('show') ? WINS.length : 0;
  }

  /** Picks a card, or unpicks it. The last card of a hand completes it, and the hand is judged. Returns whether it was right. */
  pick(card: string): boolean {
    return this.pickFor(this.place, card);
  }

  /** Lays the present hand, whether the player found it or asked to see it. */
  lay(): void {
    this.layDown(this.place);
  }
}

/** A player's points after some places are turned up. */
export const scoreOf = (player: Player, turned: number): number =>
  WINS.slice(0, turned).filter((winners) => winners.length === 1 && winners[0] === player).length;
