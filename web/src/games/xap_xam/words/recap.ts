import { words } from '../../../words';

export const t = words(
  {
    'recap.duels': 'Compared with another, you won {n} and lost {lost}',
    'recap.instants': { one: '{n} instant win', other: '{n} instant wins' },
    'recap.mis_set': { one: 'mis-set once', other: 'mis-set {n} times' },
    'recap.units': { one: '{signed} unit', other: '{signed} units' },
  },
  {
    vi: {
      'recap.duels': 'Bạn thắng {n} lượt so bài và thua {lost} lượt',
      'recap.instants': '{n} lần thắng trắng',
      'recap.mis_set': '{n} lần binh lủng',
      'recap.units': '{signed} chi',
    },
  },
);
