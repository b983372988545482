// A first deal of Brag, in three steps.
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/brag';
import { words } from '../../words';

const t = words(
  {
    'brag.first.look': 'Look, or play blind',
    'brag.first.look.text': 'Your cards lie face down until you look. As long as you don’t, you pay half.',
    'brag.first.bet': 'Bet, or fold',
    'brag.first.bet.text': 'Staying in costs at least the last bet, every time. When two are left, one may pay to see the other.',
    'brag.first.over': 'Who takes the pot',
    'brag.first.over.text': 'The better hand that is shown, or the last one left, who needn’t show it.',
    'brag.first.carried': 'The pot stays',
    'brag.first.carried.text':
      'All folded to a blind player. So it is played for in the next deal, and the blind hand may be kept.',
  },
  {
    vi: {
      'brag.first.look': 'Xem bài, hay chơi mù',
      'brag.first.look.text': 'Bài của bạn úp cho đến khi bạn xem. Chưa xem thì bạn chỉ trả một nửa.',
      'brag.first.bet': 'Cược, hoặc bỏ bài',
      'brag.first.bet.text':
        'Muốn ở lại, lần nào cũng phải cược ít nhất bằng mức trước. Khi còn hai người, có thể trả tiền để xem bài nhau.',
      'brag.first.over': 'Ai ăn hũ',
      'brag.first.over.text': 'Tay mạnh hơn được lật ra, hoặc người cuối cùng còn lại, không cần lật bài.',
      'brag.first.carried': 'Hũ còn nguyên',
      'brag.first.carried.text':
        'Mọi người bỏ bài trước một người chơi mù. Hũ để sang ván sau, và tay bài mù có thể được giữ lại.',
    },
  },
);

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
