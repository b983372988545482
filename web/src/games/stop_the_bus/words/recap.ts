import { words } from '../../../words';

export const t = words(
  {
    'recap.stops': { one: 'You stopped the bus once', other: 'You stopped the bus {n} times' },
    'recap.exchanges': { one: '{n} exchange', other: '{n} exchanges' },
    'recap.paid': { one: '{n} token paid', other: '{n} tokens paid' },
    'recap.paid.none': 'not one token paid',
    'recap.cost': { one: '{n} token paid', other: '{n} tokens paid' },
    'recap.cost.none': 'nothing paid',
  },
  {
    vi: {
      'recap.stops': 'Bạn dừng xe {n} lần',
      'recap.exchanges': '{n} lần đổi bài',
      'recap.paid': 'mất {n} thẻ',
      'recap.paid.none': 'không mất thẻ nào',
      'recap.cost': 'mất {n} thẻ',
      'recap.cost.none': 'không mất gì',
    },
  },
);
