import { words } from '../../../words';

export const t = words({
  'brag.score': 'Chips',
  'brag.suggest': 'Players may ask the table what they could do, and what they know of the cards.',
});
