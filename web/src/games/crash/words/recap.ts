import { words } from '../../../words';

export const t = words({
  'recap.won': { one: '{n} of your {all} hands won', other: '{n} of your {all} hands won' },
  'recap.crashes': { one: '{n} crash', other: '{n} crashes' },
  'recap.stoppers': { one: '{n} stopper', other: '{n} stoppers' },
  'recap.points': { one: '{n} point', other: '{n} points' },
  'recap.pot': 'the pot of {n}',
});
