// Why an exchange was good or not, in a sentence.
import type { ReviewDeal } from '../../lib/api';
import { ALIKE, percent } from '../../review/reasons';
import { words } from '../../words';

const t = words(
  {
    'bus.more': 'Played so, you come out ahead {n} times in 100; the better way does {m} times.',
    'bus.same': 'Either way comes out ahead about {n} times in 100; the better one loses fewer tokens.',
    'bus.best': 'Played so, you come out ahead {n} times in 100.',
  },
  {
    vi: {
      'bus.more': 'Chơi như vậy bạn hơn người khác {n} trên 100 lần; cách tốt hơn được {m} lần.',
      'bus.same': 'Cách nào cũng hơn người khác khoảng {n} trên 100 lần; cách tốt hơn mất ít thẻ hơn.',
      'bus.best': 'Chơi như vậy bạn hơn người khác {n} trên 100 lần.',
    },
  },
);

/** How often the deal ends well for whoever plays so, and for whoever plays the best way. */
export function reason({ verdict, wins, best_wins }: ReviewDeal): string {
  const [n, m] = [percent(wins), percent(best_wins)];
  if (verdict !== 'lost') return t('bus.best', { n });
  return Math.abs(m - n) < ALIKE ? t('bus.same', { n }) : t('bus.more', { n, m });
}
