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
  tellsLocks: true, // all players set their cards at the same time, so the log tells who has locked in
  says: () => ({
    score: t('xap.score'),
    deciding: t('xap.deciding'),
    decided: t('xap.decided'),
    rethink: (name) => t('xap.rethink', { name }),
    suggest: t('xap.suggest'),
  }),
  front: () => ({
    page: t('xap.front.page'),
    heading: t('xap.front.heading'),
    text: t('xap.front.text'),
  }),
});
