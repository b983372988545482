// The recap of a finished game of Brag for one player.
import { betting } from '../../betting/recap';
import { of, type Recaps } from '../../boards/recap';
import type { Wire } from '../../wire/games/brag';

type Event = Wire['Event'];

function bet(event: Event, viewer: number): number {
  switch (event.type) {
    case 'brag.bet':
    case 'brag.saw':
    case 'brag.last_chips':
      return event.seat === viewer ? event.chips : 0;
    case 'brag.covered': // chips that only cover the ante are not a bet
      return event.seat === viewer && !event.by_ante ? event.chips : 0;
    default:
      return 0;
  }
}

function potsOf(events: readonly Event[]): { chips: number; winners: readonly number[] }[] {
  return [
    ...of(events, 'brag.won').map(({ chips, winner }) => ({ chips, winners: [winner] })),
    ...of(events, 'brag.shared'),
    ...of(events, 'brag.took_carried').map(({ pot, seat }) => ({ chips: pot, winners: [seat] })),
  ];
}

const recap: Recaps<Wire> = (deals, viewer) =>
  betting(
    deals.map(({ number, events }) => {
      const mine = ({ seat }: { seat: number }): boolean => seat === viewer;
      const shown = [...of(events, 'brag.shown'), ...of(events, 'brag.turned_up'), ...of(events, 'core.hand')].find(mine);
      return {
        number,
        pots: potsOf(events),
        bet: events.reduce((sum, event) => sum + bet(event, viewer), 0),
        cards: shown?.cards.split(/[ |]/)[0] ?? '',
        looked: of(events, 'brag.looked').some(mine),
      };
    }),
    viewer,
  );
export default recap;
