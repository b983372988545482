// Sentences that say why an exchange was good or bad.
import type { ReviewDeal } from '../../lib/api';
import { ALIKE, percent } from '../../review/reasons';
import { words } from '../../words';

const t = words({
  'bus.more': 'Played this way, you come out ahead {n} times in 100; the better way, {m} times.',
  'bus.same': 'Either way you come out ahead about {n} times in 100, but the better way loses fewer tokens.',
  'bus.best': 'Played this way, you come out ahead {n} times in 100.',
});

/** How often the deal ends well with the player's exchange, and with the best one. */
export function reason({ verdict, wins, best_wins }: ReviewDeal): string {
  const [n, m] = [percent(wins), percent(best_wins)];
  if (verdict !== 'lost') return t('bus.best', { n });
  return Math.abs(m - n) < ALIKE ? t('bus.same', { n }) : t('bus.more', { n, m });
}
