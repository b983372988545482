import { words } from '../../../words';

export const t = words({
  'review.text':
    'What your hands were worth before anything was turned up: the units they could be expected to make against players who set their cards well. Luck doesn’t come into it.',
  'review.empty': 'There is nothing to look back at: you set no cards in this game.',
  'review.total.worth': 'Your hands were worth',
  'review.total.units': 'Units you made',
  'review.units': { one: '{n} unit', other: '{n} units' },
  'review.amount': '{n} units',
  'review.stake': 'a unit',
});
