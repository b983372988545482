import { words } from '../../../words';

export const t = words({
  'bus.score': 'Tokens',
  'bus.front.page': 'Prial: Stop the Bus',
  'bus.front.heading': 'Swap a card, and stop the bus in time.',
  'bus.front.text':
    'Swap a card with the middle each turn, and stop the bus when your hand is good: the worst hand pays a token.',
});
