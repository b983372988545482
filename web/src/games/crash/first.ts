// The tips of the first deal of Crash, in three steps.
import { lockIn } from '../../arrange/first';
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/crash';
import { words } from '../../words';

const t = words({
  'crash.first.lay': 'Best hand first',
  'crash.first.lay.text': 'Make hands of three cards, with the strongest as your first. You needn’t use your best cards for it.',
  'crash.first.over': 'Place by place',
  'crash.first.over.text': 'The best hand of each place wins it. If the best are level, nobody does. Win them all: a crash!',
});

const tips: Tips<Wire> = ({ table, locked }) => {
  const laying = table.phase === 'arrange' || table.phase === 'call';
  if (!laying && !table.last) return null;
  return {
    at: table.last ? 3 : locked || table.phase === 'call' ? 2 : 1,
    steps: [
      { title: t('crash.first.lay'), text: t('crash.first.lay.text') },
      lockIn(),
      { title: t('crash.first.over'), text: t('crash.first.over.text') },
    ],
  };
};
export default tips;
