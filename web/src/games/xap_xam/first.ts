// The tips of the first deal of Xập xám, in three steps.
import { lockIn } from '../../arrange/first';
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/xap_xam';
import { words } from '../../words';
import { dealtBy } from './dealer';

const t = words({
  'xap.first.set': 'Best hand below',
  'xap.first.set.text': 'Five cards below, five in the middle, three above. No hand may beat one that lies below it.',
  'xap.first.over': 'Hand against hand',
  'xap.first.over.dealer': 'You compare with the dealer: lower with lower, middle with middle, upper with upper.',
  'xap.first.over.everyone': 'You compare with everybody: lower with lower, middle with middle, upper with upper.',
});

const tips: Tips<Wire> = ({ table, viewer, locked, rules }) => {
  if (table.phase !== 'set' && !table.last) return null;
  const everybody = rules['compare'] === 'everyone' || dealtBy(table) === viewer;
  return {
    at: table.last ? 3 : locked ? 2 : 1,
    steps: [
      { title: t('xap.first.set'), text: t('xap.first.set.text') },
      lockIn(),
      { title: t('xap.first.over'), text: t(everybody ? 'xap.first.over.everyone' : 'xap.first.over.dealer') },
    ],
  };
};
export default tips;
