import type { Manifest } from '../../boards/manifest';
import { t } from './words/manifest';

const brag: Manifest = {
  board: () => import('./Board.svelte'),
  lesson: () => import('./Lesson.svelte'),
  showsSeats: true,
  says: () => ({ score: t('brag.score') }),
};
export default brag;
