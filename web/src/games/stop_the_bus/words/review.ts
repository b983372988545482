import { words } from '../../../words';

export const t = words({
  'review.text':
    'What your swaps were worth when you made them: tokens won from the others or lost to them in that deal, against hands they might have had. Luck doesn’t come into it.',
  'review.empty': 'There is nothing to look back at: you had nothing to decide in this game.',
  'review.hand': 'Your hand',
  'review.middle': 'The middle',
  'review.total.points': 'Tokens lost',
  'review.made': { one: '{n} token lost', other: '{n} tokens lost' },
  'review.amount': '{n} tokens',
  'review.stake': 'a token',
});
