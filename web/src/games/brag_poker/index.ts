import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/brag_poker';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  firstDeal: () => import('./first'),
  review: () => import('../../betting/Review.svelte'),
  recap: () => import('./recap'),
  showsSeats: true,
  says: () => ({ score: t('poker.score'), suggest: t('poker.suggest') }),
  front: () => ({
    page: t('poker.front.page'),
    heading: t('poker.front.heading'),
    text: t('poker.front.text'),
  }),
});
