// The recap of a finished game of Stop the Bus for one player: who stopped the bus, and the cost of each deal.
import { of, type Recaps } from '../../boards/recap';
import type { Wire } from '../../wire/games/stop_the_bus';
import { t } from './words/recap';

const recap: Recaps<Wire> = (deals, viewer) => {
  const events = deals.flatMap((deal) => deal.events);
  const mine = (each: { seat: number }): boolean => each.seat === viewer;
  const stops = of(events, 'stop_the_bus.stopped').filter(mine).length;
  const exchanges = of(events, 'stop_the_bus.exchanged').filter(mine).length;
  const paid = of(events, 'stop_the_bus.paid').filter(mine);
  const tokens = paid.reduce((sum, each) => sum + each.tokens, 0);
  return {
    facts: [
      t('recap.stops', { n: stops }),
      t('recap.exchanges', { n: exchanges }),
      tokens ? t('recap.paid', { n: tokens }) : t('recap.paid.none'),
    ],
    deals: deals.flatMap(({ number, events: its }) => {
      const shown = of(its, 'stop_the_bus.shown').findLast(mine);
      const scored = of(its, 'stop_the_bus.scored').at(-1);
      return shown && scored ? [{ number, made: -(scored.paid[viewer] ?? 0), hands: [shown.hand] }] : [];
    }),
    brought: (made) => (made ? t('recap.cost', { n: -made }) : t('recap.cost.none')),
  };
};
export default recap;
