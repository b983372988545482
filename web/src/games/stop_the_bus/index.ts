import type { Manifest } from '../../boards/manifest';
import { t } from './words/manifest';

const stopTheBus: Manifest = {
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  showsSeats: true,
  easy: 'pub', // nobody stops the bus before everybody has had a turn
  says: () => ({ score: t('bus.score') }),
};
export default stopTheBus;
