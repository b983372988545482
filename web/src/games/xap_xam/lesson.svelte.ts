// The first lesson of Xập xám: a hand to set, a mis-set hand to notice, and cards that win at once.
import { split } from '../../cards/cards';
import { Finding, type Find } from '../../learn/finding.svelte';
import { t } from './words/lesson';

export const STEPS = ['deal', 'ranks', 'lower', 'middle', 'order', 'mis_set', 'instant', 'end'] as const;
const FIRST = STEPS.indexOf('lower');

export const FINDS: readonly Find[] = [
  {
    title: t('learn.xap.find.lower.title'),
    text: t('learn.xap.find.lower.text'),
    hint: t('learn.xap.find.lower.hint'),
    name: t('learn.xap.hand.lower'),
    cards: 'KsKhKd8s8c',
    almost: { cards: split('AhQh9h6h'), says: t('learn.xap.find.lower.flush') },
  },
  {
    title: t('learn.xap.find.middle.title'),
    text: t('learn.xap.find.middle.text'),
    hint: t('learn.xap.find.middle.hint'),
    name: t('learn.xap.hand.middle'),
    cards: 'AhQh9h6h3h',
  },
  {
    title: t('learn.xap.order.title'),
    text: t('learn.xap.order.text'),
    hint: '',
    name: t('learn.xap.hand.upper'),
    cards: 'JsJd4c',
  },
];

export class Lesson extends Finding {
  step = $state(0);

  constructor() {
    super(FINDS);
  }

  readonly kind = $derived.by(() => STEPS[this.step]);
  /** The place, from 0, whose hand the player is to find; null if the step has none. */
  readonly place = $derived.by(() => (this.kind === 'lower' || this.kind === 'middle' ? this.step - FIRST : null));
  readonly solved = $derived.by(() => this.place === null || this.laid > this.place);

  to(step: number): void {
    this.step = step;
    this.from(STEPS[step] === 'order' ? FINDS.length : step - FIRST); // the rest is the upper hand
  }
}
