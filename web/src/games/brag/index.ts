import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/brag';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  firstDeal: () => import('./first'),
  review: () => import('../../betting/Review.svelte'),
  recap: () => import('./recap'),
  showsSeats: true,
  says: () => ({ score: t('brag.score'), suggest: t('brag.suggest') }),
  front: () => ({
    page: t('brag.front.page'),
    heading: t('brag.front.heading'),
    text: t('brag.front.text'),
  }),
});
