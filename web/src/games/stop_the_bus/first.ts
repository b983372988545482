// The tips of the first deal of Stop the Bus, in three steps.
import type { Tips } from '../../boards/first';
import type { Wire } from '../../wire/games/stop_the_bus';
import { words } from '../../words';

const t = words({
  'bus.first.swap': 'One card for another',
  'bus.first.swap.text': 'On your turn take a card from the middle, and put one of yours in its place.',
  'bus.first.stop': 'Stop the bus',
  'bus.first.stop.text': 'Do it when you don’t hold the worst hand. Every other player then has one more turn.',
  'bus.first.over': 'What a hand costs',
  'bus.first.over.text': 'Most often the worst hand pays a token. Whoever has no tokens left is out, and the last one in wins.',
});

const tips: Tips<Wire> = ({ table, viewer }) => {
  const plays = table.phase === 'turn' && table.playing.includes(viewer);
  if (!plays && !table.last) return null;
  const swapped = table.exchanges.some(({ seat }) => seat === viewer);
  return {
    at: table.last ? 3 : swapped || table.stopped !== null ? 2 : 1,
    steps: [
      { title: t('bus.first.swap'), text: t('bus.first.swap.text') },
      { title: t('bus.first.stop'), text: t('bus.first.stop.text') },
      { title: t('bus.first.over'), text: t('bus.first.over.text') },
    ],
  };
};
export default tips;
