// Sentences that say why a bet, a fold or an exchange of cards was good or bad.
import type { ReviewDeal } from '../lib/api';
import { ALIKE, percent } from '../review/reasons';
import { words } from '../words';

const t = words({
  'bet.fold.win': 'Folding gives up a hand that wins {m} times in 100 against these bets.',
  'bet.fold.right': 'Folding was right: on average, staying in would have cost more than it won.',
  'bet.stay.fold': 'Your way wins {n} times in 100 against these bets: not often enough for what it costs.',
  'bet.more': 'Your way wins {n} times in 100 against these bets; the better way wins {m}.',
  'bet.same': 'Both ways win about {n} times in 100 against these bets, but the better way wins more chips, or loses fewer.',
  'bet.best': 'This way you win {n} times in 100 against these bets.',
});

/** The format of both betting games. */
const FOLD = 'fold';

/** Why a decision was good or bad: how often it wins, and how often the best decision would have won. */
export function reason({ verdict, wins, best_wins, declared, best_declared }: ReviewDeal): string {
  const [n, m] = [percent(wins), percent(best_wins)];
  if (verdict === 'lost') {
    if (declared === FOLD) return t('bet.fold.win', { m });
    if (best_declared === FOLD) return t('bet.stay.fold', { n });
    return Math.abs(m - n) < ALIKE ? t('bet.same', { n }) : t('bet.more', { n, m });
  }
  if (declared !== FOLD) return t('bet.best', { n });
  return verdict === 'best' ? t('bet.fold.right') : '';
}
