// A first game: one hand of thirteen cards, worked through step by step. The cards are fixed, so nothing is judged here.
import { byRank, split } from '../../cards/cards';
import { t as common } from '../../learn/words';
import { t } from './words/lesson';

export const PLAYERS = ['you', 'bea', 'cal', 'dot'] as const;
export type Player = (typeof PLAYERS)[number];

/** Each player's hands, best first. */
export const DEALT: Readonly<Record<Player, readonly string[]>> = {
  you: ['3s3h3d', 'AsKsQs', '9h8d7c', 'JcJd4h'],
  bea: ['9c9d9s', 'AdKdQd', '7d6h5c', '2d2h8c'],
  cal: ['TcTdTh', '7s6s5s', 'QhJhTs', '8s8h5d'],
  dot: ['KhQcJs', '7h6d5h', 'AhAcKc', '4s4d6c'],
};
/** The thirteenth card of one's own. */
export const OVER = '2c';
/** Who has the best hand of each place; nobody wins where several do. */
export const WINS: readonly (readonly Player[])[] = [['you'], ['you', 'bea'], ['cal'], ['you']];

/** What each hand is called. */
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
/** What is said when a place is turned up. */
export const SHOWN: readonly string[] = [t('learn.show.1'), t('learn.show.2'), t('learn.show.3'), t('learn.show.4')];
const FIND: readonly { title: string; text: string; hint: string }[] = [
  { title: t('learn.find.1.title'), text: t('learn.find.1.text'), hint: t('learn.find.1.hint') },
  { title: t('learn.find.2.title'), text: t('learn.find.2.text'), hint: t('learn.find.2.hint') },
  { title: t('learn.find.3.title'), text: t('learn.find.3.text'), hint: t('learn.find.3.hint') },
  { title: t('learn.find.4.title'), text: t('learn.find.4.text'), hint: t('learn.find.4.hint') },
];
/** Two jacks and the card that is left over: nearly the last hand. */
const ALMOST = ['Jc', 'Jd', OVER];

export const STEPS = ['deal', 'ranks', 'find', 'find', 'find', 'find', 'order', 'show', 'end'] as const;
const FIRST = STEPS.indexOf('find');
const MINE = split(DEALT.you.join('') + OVER).sort(byRank);

export class Lesson {
  step = $state(0);
  /** How many of the hands are laid. */
  laid = $state(0);
  picked = $state.raw<readonly string[]>([]);
  /** What is said of what was picked. */
  hint = $state('');
  /** How many places are turned up. */
  turned = $state(0);

  readonly kind = $derived.by(() => STEPS[this.step]);
  /** The hand that is to be found, from 0. */
  readonly place = $derived.by(() => this.step - FIRST);
  readonly solved = $derived.by(() => this.kind !== 'find' || this.laid > this.place);
  readonly text = $derived.by(() => FIND[this.place]?.text ?? '');
  /** Cards that lie in no place yet. */
  readonly rest = $derived.by(() => {
    const down = new Set(DEALT.you.slice(0, this.laid).flatMap(split));
    return MINE.filter((card) => !down.has(card));
  });
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
    this.picked = [];
    this.hint = '';
    this.laid = step <= FIRST ? 0 : Math.max(Math.min(step - FIRST, DEALT.you.length), 0);
    this.turned = step > STEPS.indexOf('show') ? WINS.length : 0;
  }

  /** Takes a card, or gives it up; the third one is judged. Says whether they were the hand. */
  pick(card: string): boolean {
    if (this.solved) return false;
    const picked = this.picked.includes(card) ? this.picked.filter((each) => each !== card) : [...this.picked, card].slice(-3);
    this.picked = picked;
    this.hint = t('learn.picked', { n: picked.length });
    if (picked.length < 3) return false;
    const wanted = split(DEALT.you[this.place] ?? '');
    if (picked.every((each) => wanted.includes(each))) {
      this.lay();
      return true;
    }
    const almost = this.place === 3 && ALMOST.every((each) => picked.includes(each));
    this.hint = almost ? t('learn.find.4.almost') : (FIND[this.place]?.hint ?? '');
    this.picked = [];
    return false;
  }

  /** The hand is laid, found or shown. */
  lay(): void {
    this.laid = this.place + 1;
    this.picked = [];
    this.hint = t('learn.find.good', { hand: HANDS.you[this.place] ?? '' });
  }
}

/** Points of a player after some places are turned up. */
export const scoreOf = (player: Player, turned: number): number =>
  WINS.slice(0, turned).filter((winners) => winners.length === 1 && winners[0] === player).length;
