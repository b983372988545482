import { words } from '../../../words';

export const t = words({
  'recap.duels': 'Against the others you won {n} and lost {lost}',
  'recap.instants': { one: '{n} instant win', other: '{n} instant wins' },
  'recap.mis_set': { one: 'mis-set once', other: 'mis-set {n} times' },
  'recap.units': { one: '{signed} unit', other: '{signed} units' },
});
