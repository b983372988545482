import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/crash';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  firstDeal: () => import('./first'),
  review: () => import('./Review.svelte'),
  recap: () => import('./recap'),
  showsSeats: true,
  tellsLocks: true, // all players arrange at the same time, so the log tells who has locked in
  says: () => ({
    deciding: t('crash.deciding'),
    decided: t('crash.decided'),
    rethink: (name) => t('crash.rethink', { name }),
    suggest: t('crash.suggest'),
  }),
  front: () => ({
    page: t('crash.front.page'),
    heading: t('crash.front.heading'),
    text: t('crash.front.text'),
  }),
  begins: true,
});
