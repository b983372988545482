// Words of every review.
import { words } from '../words';

export const t = words({
  'review.worth': 'worth {worth}',
  'review.total.best': 'The best ones',
  'review.total.lost': 'Given away',
  'review.deal': 'Deal {n}',
  'review.lost': '{lost} given away',
  'review.lost.about': '{lost} ± {error} given away',
  'review.total.decisions': 'Your decisions',
  'review.estimate.played': 'What a decision was worth is estimated: bots play the deal out many times.',
  'review.estimate.tried': 'Every split is tried in thousands of deals.',
  'review.error':
    '± is how far such an estimate is usually off. Any difference smaller than that counts as even, not as given away.',
  'review.did': 'You: {what}',
  'review.did.better': 'Better: {what}',
  'review.declared': 'declared: {what}',
  'review.yours': 'You laid',
  'review.other': 'Better',
  'review.even': 'About as good',
});
