import { manifest } from '../../boards/manifest';
import type { Wire } from '../../wire/games/stop_the_bus';
import { t } from './words/manifest';

export default manifest<Wire>({
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  showsSeats: true,
  easy: 'pub', // nobody stops the bus before everybody has had a turn
  says: () => ({ score: t('bus.score') }),
});
