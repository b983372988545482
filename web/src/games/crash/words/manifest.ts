import { words } from '../../../words';

export const t = words({
  'crash.deciding': 'arranging…',
  'crash.decided': 'locked in',
  'crash.rethink': 'Let {name} rearrange',
  'crash.suggest': 'Players may ask how to lay their cards.',
  'crash.front.page': 'Prial: Crash and the other Brag games',
  'crash.front.heading': 'Four hands. Beat everyone at each.',
  'crash.front.text':
    'Crash is Brag for a quiet evening: split your thirteen cards into hands of three, and beat everybody place by place.',
});
