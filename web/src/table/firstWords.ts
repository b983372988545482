// What stands around the tips of a first deal.
import { words } from '../words';

export const t = words({
  'first.title': 'Your first deal',
  'first.step': 'Step {n} of 3',
  'first.ranks': 'What beats what?',
  'first.more': 'The whole tip',
  'first.next': 'Next tip',
  'first.enough': 'No more tips',
  'first.again': 'Tips for a deal',
});
