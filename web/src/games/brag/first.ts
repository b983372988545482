// The tips of the first deal of Brag, in three steps.
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/brag';
import { words } from '../../words';

const t = words({
  'brag.first.look': 'Look, or play blind',
  'brag.first.look.text': 'Your cards lie face down until you look. As long as you don’t, you pay half.',
  'brag.first.bet': 'Bet, or fold',
  'brag.first.bet.text': 'Staying in costs at least the last bet, every time. When two are left, one may pay to see the other.',
  'brag.first.over': 'Who takes the pot',
  'brag.first.over.text':
    'The better hand wins when hands are shown. If all others fold, the last player wins, and needn’t show.',
  'brag.first.carried': 'The pot stays',
  'brag.first.carried.text':
    'All folded to a blind player, so the pot stays for the next deal, and that player may keep the blind hand.',
});

const tips: Tips<Wire> = ({ table, viewer }) => {
  const dealt = !['bring', 'dealer', 'choose', 'deal'].includes(table.phase) && table.playing.includes(viewer);
  if (!dealt && !table.last) return null;
  const carried = table.last && table.holder !== null;
  return {
    at: table.last ? 3 : table.open[viewer] || table.folded.includes(viewer) ? 2 : 1,
    steps: [
      { title: t('brag.first.look'), text: t('brag.first.look.text') },
      { title: t('brag.first.bet'), text: t('brag.first.bet.text') },
      carried
        ? { title: t('brag.first.carried'), text: t('brag.first.carried.text') }
        : { title: t('brag.first.over'), text: t('brag.first.over.text') },
    ],
  };
};
export default tips;
