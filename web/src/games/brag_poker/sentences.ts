// The sentences of the board of Brag Poker about seats and deals.
import type { WonPot } from '../../betting/story';
import { list } from '../../table/list';
import { withSuits } from '../../table/talk';
import { allIn, blindsOf, creditOf, putInOf, standsOf } from './pots';
import { t } from './words/board';
import { t as words } from '../../betting/words';
import type { DiscWords, Doing } from '../../boards/types';
import type { Who } from '../../boards/who';
import type { Did, Stake, Table } from '../../wire/games/brag_poker';

/** The last action of a seat in this deal, in a word or two; its blind before any action. */
export function deedOf(table: Table, seat: number): string {
  const last = table.did.findLast((each) => each.seat === seat);
  return last ? wordsOf(last) : (blindOf(table, seat)?.title ?? '');
}

function wordsOf({ what, chips, cards }: Did): string {
  switch (what) {
    case 'look':
      return t('poker.did.look');
    case 'check':
      return t('poker.did.check');
    case 'call':
      return t('poker.did.call', { n: chips });
    case 'bet':
      return t('poker.did.bet', { n: chips });
    case 'raise':
      return t('poker.did.raise', { n: chips });
    case 'fold':
      return ''; // the state of the seat says it already
    case 'change':
      return cards ? t('poker.did.change', { n: cards }) : t('poker.changed.none');
    case 'back':
      return t('poker.did.back', { n: chips });
  }
}

/** The chips that a seat has put in during this round, with their credit if that is more. */
export function paidBy(table: Table, seat: number): string {
  const { chips, credit } = putInOf(table.betting, seat);
  if (!chips) return '';
  return credit === chips ? words('chips.paid', { n: chips }) : t('poker.paid.blind', { n: chips, credit });
}

/** The number of cards that a seat has changed; empty before its turn to change. */
export function changedBy(table: Table, seat: number): string {
  const cards = table.changed[seat];
  return cards == null ? '' : cards ? t('poker.changed', { n: cards }) : t('poker.changed.none');
}

/** The disc before a seat that puts in a blind. */
export function blindOf(table: Table, seat: number): DiscWords | undefined {
  const [small, big] = blindsOf(table);
  if (seat === small) return { short: t('poker.small.short'), title: t('poker.small') };
  return seat === big ? { short: t('poker.big.short'), title: t('poker.big') } : undefined;
}

/** The state of a seat, and whether it plays blind; null if there is nothing to say. */
export function doingOf(table: Table, seat: number, decides: boolean): Doing | null {
  const { phase } = table;
  if (table.sitting_out.includes(seat)) return { text: t('poker.seat.out'), mark: 'none' };
  if (!table.playing.includes(seat) || phase === 'dealer' || phase === 'deal') return null;
  if (table.folded.includes(seat)) return { text: t('poker.seat.folded'), mark: 'bad' };
  const open = table.open[seat];
  if (decides && phase === 'change')
    return { text: open ? t('poker.seat.changes') : t('poker.seat.changes.blind'), mark: 'wait' };
  if (decides) return { text: open ? t('poker.seat.turn') : t('poker.seat.turn.blind'), mark: 'wait' };
  if (allIn(table, seat)) return { text: t('poker.seat.all_in'), mark: open ? 'lock' : 'blind' };
  return open ? { text: t('poker.seat.open'), mark: 'eye' } : { text: t('poker.seat.blind'), mark: 'blind' };
}

/** How the viewer stands in the deal while others decide. */
export function standingOf(table: Table, seat: number): string {
  if (table.sitting_out.includes(seat)) return t('poker.hand.out');
  if (!table.playing.includes(seat)) return t('poker.hand.none');
  if (table.folded.includes(seat)) return t('poker.hand.folded');
  if (allIn(table, seat)) return t('poker.hand.all_in');
  return table.open[seat] ? '' : t('poker.hand.blind');
}

/** The words on the button that calls or checks. */
export function callText(table: Table, seat: number, { call, blind }: Stake): string {
  if (!call) return t('poker.check');
  const owed = table.betting.stands - creditOf(table.betting.stakes[seat] ?? []);
  if (call === table.chips[seat]) return t('poker.call.last', { n: call });
  return blind && call < owed ? t('poker.call.half', { n: call, full: owed }) : t('poker.call', { n: call });
}

/** The words on the button that bets or raises by `raises` chips; for a raise they also name the new bet to match. */
export function raiseText(table: Table, seat: number, { call, opens }: Stake, raises: number): string {
  if (raises === table.chips[seat]) return opens ? t('poker.bet.last', { n: raises }) : t('poker.raise.last', { n: raises });
  return opens ? t('poker.bet', { n: raises }) : t('poker.raise', { to: standsOf(table.betting) + raises - call, n: raises });
}

/** A suggestion, in the words of its button. */
export function ideaText(action: string): string {
  const cards = /^change (.+)$/.exec(action)?.[1];
  if (cards === 'none') return t('poker.keep');
  if (cards) return t('poker.idea.change', { cards: withSuits(cards.replaceAll(' ', '')) });
  switch (action) {
    case 'check':
      return t('poker.check');
    case 'call':
      return t('poker.idea.call');
    case 'raise':
      return t('poker.idea.raise');
    case 'fold':
      return words('chips.fold');
    default:
      return t('poker.look');
  }
}

/** The sentence about the winners of a pot. */
export function wonBy({ winners, chips, side }: WonPot, who: Who): string {
  const [winner = -1, ...more] = winners;
  if (more.length) {
    const args = { names: list(winners.map(who.named)), n: chips };
    return side ? t('poker.shared.side', args) : t('poker.shared', args);
  }
  const args = { name: who.name(winner), n: chips };
  if (side) return who.you(winner) ? t('poker.won.side.you', args) : t('poker.won.side', args);
  return who.you(winner) ? t('poker.won.you', args) : t('poker.won', args);
}
