import { words } from '../../../words';

export const t = words({
  'poker.score': 'Chips',
  'poker.suggest': 'Players may ask for a suggestion at their turn.',
  'poker.front.page': 'Prial: Brag Poker',
  'poker.front.heading': 'Three cards, a draw, two rounds of betting.',
  'poker.front.text':
    'Brag Poker is Brag with blinds and a draw: each bet has its size, and whoever hasn’t looked calls for half.',
});
