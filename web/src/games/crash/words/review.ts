import { words } from '../../../words';

export const t = words({
  'review.text':
    'What your splits were worth before anything was turned up: the points each split could be expected to make. Luck doesn’t come into it.',
  'review.empty': 'There is nothing to look back at: you laid no hands in this game.',
  'review.total.worth': 'Your splits were worth',
  'review.total.points': 'Points you made',
  'review.points': { one: '{n} point made', other: '{n} points made' },
  'review.place': { ordinal: true, one: '{n}st hand', two: '{n}nd hand', few: '{n}rd hand', other: '{n}th hand' },
  'review.amount': '{n} points',
  'review.stake': 'a point',
});
