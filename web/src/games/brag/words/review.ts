import { words } from '../../../words';

export const t = words({
  'review.text':
    'What your bets were worth when you made them: the chips that each could expect from there on, against hands that the others may have held. Luck doesn’t come into it.',
  'review.empty': 'There is nothing to look back at: you had nothing to decide in this game.',
  'review.unseen': 'You hadn’t looked at your cards.',
  'review.hand': 'Your hand',
  'review.total.points': 'Chips won or lost',
  'review.won': { one: '{n} chip won', other: '{n} chips won' },
  'review.paid': { one: '{n} chip lost', other: '{n} chips lost' },
});
