import { words } from '../../../words';

export const t = words({
  'xap.score': 'Units',
  'xap.deciding': 'setting…',
  'xap.decided': 'locked in',
  'xap.rethink': 'Let {name} set again',
  'xap.suggest': 'Players may ask how to set their cards.',
  'xap.front.page': 'Prial: Xập xám, Vietnam’s thirteen-card poker',
  'xap.front.heading': 'Three hands. Beat the dealer at each.',
  'xap.front.text':
    'Xập xám is poker as Vietnamese families play it: set your thirteen cards as five, five and three, the best five first.',
});
