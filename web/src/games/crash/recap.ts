// A game of Crash that is over, told to one player: the hands won, and what each deal brought.
import { of, type Recaps } from '../../boards/recap';
import type { Wire } from '../../wire/games/crash';
import { t } from './words/recap';

const recap: Recaps<Wire> = (deals, viewer, about) => {
  const pot = about.rules['scoring'] === 'pot';
  const events = deals.flatMap((deal) => deal.events);
  const shown = of(events, 'crash.place').filter(({ hands }) => hands[viewer]);
  const won = shown.filter(({ winner }) => winner === viewer).length;
  const stoppers = shown.filter(({ reason }) => reason === 'stopper').length;
  const crashes = of(events, 'crash.crash').filter(({ seat }) => seat === viewer).length;
  return {
    facts: [
      ...(shown.length ? [t('recap.won', { n: won, all: shown.length })] : []),
      ...(crashes ? [t('recap.crashes', { n: crashes })] : []),
      ...(stoppers ? [t('recap.stoppers', { n: stoppers })] : []),
    ],
    deals: deals.flatMap(({ number, events: its }) => {
      const [laid] = of(its, 'crash.laid').filter(({ seat }) => seat === viewer);
      const [scored] = of(its, 'crash.scored');
      const hands = laid?.hands.split(' ') ?? [];
      if (pot) {
        const taken = of(its, 'crash.pot_won').reduce((sum, { winner, pot: chips }) => sum + (winner === viewer ? chips : 0), 0);
        return laid && taken ? [{ number, made: taken, hands }] : [];
      }
      return laid && scored ? [{ number, made: scored.points[viewer] ?? 0, hands }] : [];
    }),
    brought: (n) => (pot ? t('recap.pot', { n }) : t('recap.points', { n })),
  };
};
export default recap;
