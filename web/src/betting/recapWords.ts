// What is told of a game of bets that is over.
import { words } from '../words';

export const t = words({
  'recap.wins': 'You won in {n} of {all} deals',
  'recap.biggest': { one: '{n} chip at most', other: '{n} chips at most' },
  'recap.looked': 'looked at your cards in {n} of {all}',
  'recap.pot': { one: '{n} chip won', other: '{n} chips won' },
  'recap.vain': { one: '{n} chip bet in vain', other: '{n} chips bet in vain' },
  'recap.nothing': 'nothing bet',
});
