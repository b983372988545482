import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/xap_xam';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  firstDeal: () => import('./first'),
  review: () => import('./Review.svelte'),
  recap: () => import('./recap'),
  showsSeats: true,
  tellsLocks: true, // all set their cards at the same time, and one sees who is still at it
  says: () => ({
    score: t('xap.score'),
    deciding: t('xap.deciding'),
    decided: t('xap.decided'),
    rethink: (name) => t('xap.rethink', { name }),
    suggest: t('xap.suggest'),
  }),
});
