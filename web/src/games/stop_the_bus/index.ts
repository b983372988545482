import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/stop_the_bus';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  firstDeal: () => import('./first'),
  review: () => import('./Review.svelte'),
  recap: () => import('./recap'),
  showsSeats: true,
  says: () => ({ score: t('bus.score') }),
  front: () => ({
    page: t('bus.front.page'),
    heading: t('bus.front.heading'),
    text: t('bus.front.text'),
  }),
});
