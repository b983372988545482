import { words } from '../../../words';

export const t = words({
  'xap.score': 'Units',
  'xap.deciding': 'setting…',
  'xap.decided': 'locked in',
  'xap.rethink': 'Let {name} set again',
  'xap.suggest': 'Players may ask the table how their cards could be set.',
});
