import { words } from '../../../words';

export const t = words({
  'poker.score': 'Chips',
  'poker.suggest': 'Players may ask the table what they could do.',
});
