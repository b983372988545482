// The recap of a finished game of Crash for one player: the places won, and the result of each deal.
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
      const [scored] = of(its, 'crash.scored');
      const laid = of(its, 'crash.laid')
        .find(({ seat }) => seat === viewer)
        ?.hands.split(' ');
      const hands = laid ?? of(its, 'crash.place').flatMap((place) => place.hands[viewer] || []);
      if (!hands.length) return [];
      if (pot) {
        const taken = of(its, 'crash.pot_won').reduce((sum, { winner, pot: chips }) => sum + (winner === viewer ? chips : 0), 0);
        return taken ? [{ number, made: taken, hands }] : [];
      }
      return scored ? [{ number, made: scored.points[viewer] ?? 0, hands }] : [];
    }),
    brought: (n) => (pot ? t('recap.pot', { n }) : t('recap.points', { n })),
  };
};
export default recap;
