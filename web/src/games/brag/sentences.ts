// The sentences of the board of Brag about seats and deals.
import { BACK, type Code } from '../../cards/cards';
import { list } from '../../table/list';
import { t as words } from '../../betting/words';
import { t } from './words/board';
import type { Doing } from '../../boards/types';
import type { Who } from '../../boards/who';
import type { WonPot } from '../../betting/story';
import type { About } from '../../wire/messages';
import type { Choose as Form, Did, Table } from '../../wire/games/brag';

/** What a seat did, in a word or two beside its name. */
export function deedOf({ what, chips, blind, hand }: Did): string {
  switch (what) {
    case 'bet':
      if (!chips) return t('brag.did.cover');
      return blind ? t('brag.did.bet.blind', { n: chips }) : t('brag.did.bet', { n: chips });
    case 'see':
      return t('brag.did.see', { n: chips });
    case 'look':
      return t('brag.did.look');
    case 'discard':
      return t('brag.did.discard');
    case 'fold':
      return t('brag.did.fold');
    case 'propose':
      return t('brag.did.propose');
    case 'refuse':
      return t('brag.did.refuse');
    case 'keep':
      return t('brag.did.keep', { n: hand });
    case 'lend':
      return t('brag.did.lend', { n: chips });
    case 'show':
    case 'decline':
      return t('brag.did.show');
    case 'ask':
    case 'ask to see':
      return t('brag.did.ask', { n: chips });
    case 'rebuy':
      return t('brag.did.rebuy', { n: chips });
    case 'borrow':
      return t('brag.did.borrow', { n: chips });
    default:
      return '';
  }
}

/** The form of the deal, as far as it isn't three cards with no wild cards. */
export const formOf = ({ cards, wild, blind }: Form): string[] => [
  ...(cards === 3 ? [] : [t('brag.form.cards', { n: cards })]),
  ...(wild ? [t('brag.form.wild', { wild })] : []),
  ...(blind ? [] : [t('brag.form.open')]),
];

/** The state of a seat, and whether it plays blind; null if there is nothing to say. */
export function doingOf(table: Table, seat: number, decides: boolean): Doing | null {
  const { phase, form } = table;
  if (table.sitting_out.includes(seat)) return { text: t('brag.seat.out'), mark: 'none' };
  if (phase === 'bring') return decides ? { text: t('brag.seat.decides'), mark: 'wait' } : null;
  if (!table.playing.includes(seat) || phase === 'dealer' || phase === 'deal') return null;
  if (phase === 'choose') return decides ? { text: t('brag.seat.decides'), mark: 'wait' } : null;
  if (table.folded.includes(seat)) return { text: t('brag.seat.folded'), mark: 'bad' };
  if (table.covered.includes(seat)) return { text: t('brag.seat.covered'), mark: 'cover' };
  const open = table.open[seat];
  if (decides) {
    if (phase !== 'bet') return { text: t('brag.seat.decides'), mark: 'wait' };
    if (!form.blind) return { text: t('brag.seat.turn'), mark: 'wait' };
    return { text: open ? t('brag.seat.turn.open') : t('brag.seat.turn.blind'), mark: 'wait' };
  }
  if (!form.blind) return { text: t('brag.seat.playing'), mark: 'good' };
  return open ? { text: t('brag.seat.open'), mark: 'eye' } : { text: t('brag.seat.blind'), mark: 'blind' };
}

/** How the viewer stands in the deal while others decide. */
export function standingOf(table: Table, seat: number): string {
  if (table.sitting_out.includes(seat)) return t('brag.hand.out');
  if (!table.playing.includes(seat)) return t('brag.hand.none');
  if (table.folded.includes(seat)) return t('brag.hand.folded');
  if (table.covered.includes(seat)) return t('brag.hand.covered');
  return table.form.blind && !table.open[seat] ? t('brag.hand.blind') : '';
}

/** The last action of a seat in this deal, in a word or two. */
export function lastOf(table: Table, seat: number): string {
  const last = table.did.findLast((each) => each.seat === seat);
  return last ? deedOf(last) : '';
}

/** The chips that a seat has put in, if they are shown, and the chips that it owes. */
export const stakesOf = (table: Table, seat: number, shown: boolean): string[] =>
  [shown && table.paid[seat] ? words('chips.paid', { n: table.paid[seat] }) : '', debtOf(table, seat)].filter(Boolean);

/** The chips that a seat has borrowed or lent in all. */
function debtOf(table: Table, seat: number): string {
  const owes = table.debts[seat] ?? 0;
  return owes > 0 ? t('brag.owes', { n: owes }) : owes < 0 ? t('brag.owed', { n: -owes }) : '';
}

/** The sentence about the winners of a pot. */
export function wonBy({ winners, chips, side }: WonPot, who: Who): string {
  const [winner = -1, ...more] = winners;
  if (more.length) return t('brag.shared', { names: list(winners.map(who.named)), n: chips });
  const args = { name: who.name(winner), n: chips };
  if (side) return who.you(winner) ? t('brag.won.older.you', args) : t('brag.won.older', args);
  return who.you(winner) ? t('brag.won.you', args) : t('brag.won', args);
}

/** The sentence about a pot that nobody has won yet, and the player who defends it. */
export function carriedBy(table: Table, who: Who): string {
  const args = { name: who.name(table.holder), n: table.pots.reduce((sum, pot) => sum + pot.chips, 0) };
  return who.you(table.holder) ? t('brag.carried.you', args) : t('brag.carried', args);
}

/** The bottom card; a back unless the rules show it. */
export function bottomOf({ pack, phase }: Table, piles: readonly string[], rules: About['rules']): Code {
  const last = rules['bottom_card'] === 'shown' && phase !== 'dealer' ? pack.at(-1) : undefined;
  return (last === undefined ? undefined : piles[last]) ?? BACK;
}
