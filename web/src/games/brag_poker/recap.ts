// The recap of a finished game of Brag Poker for one player.
import { betting } from '../../betting/recap';
import { of, type Recaps } from '../../boards/recap';
import type { Wire } from '../../wire/games/brag_poker';

type Event = Wire['Event'];

/** Chips that an event moved from the player into the pot; negative for an unmatched bet that comes back. */
function bet(event: Event, viewer: number): number {
  switch (event.type) {
    case 'brag_poker.posted':
    case 'brag_poker.put_in':
    case 'brag_poker.all_in':
      return event.seat === viewer ? event.chips : 0;
    case 'brag_poker.back':
      return event.seat === viewer ? -event.chips : 0;
    default:
      return 0;
  }
}

const recap: Recaps<Wire> = (deals, viewer) =>
  betting(
    deals.map(({ number, events }) => {
      const mine = ({ seat }: { seat: number }): boolean => seat === viewer;
      const held = of(events, 'brag_poker.shown').find(mine) ?? of(events, 'brag_poker.held').findLast(mine);
      return {
        number,
        pots: [
          ...of(events, 'brag_poker.won').map(({ chips, winner }) => ({ chips, winners: [winner] })),
          ...of(events, 'brag_poker.shared'),
        ],
        bet: events.reduce((sum, event) => sum + bet(event, viewer), 0),
        cards: held?.cards ?? '',
        looked: of(events, 'brag_poker.looked').some(mine),
      };
    }),
    viewer,
  );
export default recap;
