import { words } from '../../../words';

export const t = words({
  'recap.stops': { one: 'You stopped the bus once', other: 'You stopped the bus {n} times' },
  'recap.exchanges': { one: '{n} swap', other: '{n} swaps' },
  'recap.paid': { one: '{n} token paid', other: '{n} tokens paid' },
  'recap.paid.none': 'not one token paid',
  'recap.cost': { one: '{n} token paid', other: '{n} tokens paid' },
  'recap.cost.none': 'nothing paid',
});
