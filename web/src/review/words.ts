// Words of every review of hands that were laid.
import { words } from '../words';

export const t = words({
  'review.worth': 'worth {worth}',
  'review.total.best': 'The best ones',
  'review.total.lost': 'Given away',
  'review.deal': 'Deal {n}',
  'review.best': 'The best there was',
  'review.lost': '{lost} given away',
  'review.declared': 'declared: {what}',
  'review.yours': 'You laid',
  'review.other': 'Better',
});
