import { t } from '../../words';
import type { Did, Form } from './types';

/** What a seat did, in a word or two beside its name. */
export function deedOf({ what, chips, blind, hand }: Did): string {
  switch (what) {
    case 'bet':
      return blind ? t('brag.did.bet.blind', { n: chips }) : t('brag.did.bet', { n: chips });
    case 'see':
      return t('brag.did.see', { n: chips });
    case 'look':
      return t('brag.did.look');
    case 'discard':
      return t('brag.did.discard');
    case 'fold':
      return t('brag.did.fold');
    case 'propose':
      return t('brag.did.propose');
    case 'keep':
      return t('brag.did.keep', { n: hand });
    case 'lend':
      return t('brag.did.lend', { n: chips });
    case 'show':
      return t('brag.did.show');
    case 'rebuy':
      return t('brag.did.rebuy', { n: chips });
    case 'borrow':
      return t('brag.did.borrow', { n: chips });
    default:
      return '';
  }
}

/** What is dealt, where that isn't three cards with nothing wild. */
export const formOf = ({ cards, wild, blind }: Form): string[] => [
  ...(cards === 3 ? [] : [t('brag.form.cards', { n: cards })]),
  ...(wild ? [t('brag.form.wild', { wild })] : []),
  ...(blind ? [] : [t('brag.form.open')]),
];
