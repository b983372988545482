// The tips of the first deal of Brag Poker, in three steps.
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/brag_poker';
import { words } from '../../words';

const t = words({
  'poker.first.bet': 'Call, raise or fold',
  'poker.first.bet.text': 'Your cards lie face down until you look. As long as you don’t, you call for half.',
  'poker.first.draw': 'Change cards',
  'poker.first.draw.text':
    'Each player may change cards once: up to three that don’t help. Then there is a second round of betting.',
  'poker.first.over': 'Who takes the pot',
  'poker.first.over.text': 'The best hand of those who are left; level hands share. A player who is left alone needn’t show.',
});

const tips: Tips<Wire> = ({ table, viewer }) => {
  const dealt = table.phase !== 'dealer' && table.phase !== 'deal' && table.playing.includes(viewer);
  if (!dealt && !table.last) return null;
  return {
    at: table.last ? 3 : table.phase === 'bet' && table.round === 1 ? 1 : 2,
    steps: [
      { title: t('poker.first.bet'), text: t('poker.first.bet.text') },
      { title: t('poker.first.draw'), text: t('poker.first.draw.text') },
      { title: t('poker.first.over'), text: t('poker.first.over.text') },
    ],
  };
};
export default tips;
