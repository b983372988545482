// The recap of a finished game of Xập xám for one player: the rows won and lost, and the result of each deal.
import { of, type Recaps } from '../../boards/recap';
import type { Wire } from '../../wire/games/xap_xam';
import { t } from './words/recap';

const recap: Recaps<Wire> = (deals, viewer) => {
  const events = deals.flatMap((deal) => deal.events);
  const pairs = of(events, 'xap_xam.pair');
  const won = pairs.filter(({ winner }) => winner === viewer).length;
  const lost = pairs.filter(({ seat }) => seat === viewer).length;
  const instants = of(events, 'xap_xam.declared').filter(({ seat }) => seat === viewer).length;
  const misSet = of(events, 'xap_xam.mis_set').filter(({ seat }) => seat === viewer).length;
  return {
    facts: [
      ...(won + lost ? [t('recap.duels', { n: won, lost })] : []),
      ...(instants ? [t('recap.instants', { n: instants })] : []),
      ...(misSet ? [t('recap.mis_set', { n: misSet })] : []),
    ],
    deals: deals.flatMap(({ number, events: its }) => {
      const [laid] = of(its, 'xap_xam.laid').filter(({ seat }) => seat === viewer);
      const [scored] = of(its, 'xap_xam.scored');
      return laid && scored ? [{ number, made: scored.units[viewer] ?? 0, hands: laid.hands.split(' ').slice(0, 3) }] : [];
    }),
    brought: (n) => t('recap.units', { n, signed: n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0' }),
  };
};
export default recap;
