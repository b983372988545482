// The sentences of the board of Stop the Bus about seats and deals.
import { list } from '../../table/list';
import { t } from './words/board';
import type { Doing } from '../../boards/types';
import type { Who } from '../../boards/who';
import type { Settled, Table } from '../../wire/games/stop_the_bus';

/** The seats with a last turn left after the bus was stopped, the next one first. */
export function turnsLeft(table: Table): number[] {
  if (table.stopped === null || table.phase !== 'turn') return [];
  const seats = table.scores.length;
  const order = table.scores.map((_, at) => (table.seat + at) % seats).filter((seat) => table.playing.includes(seat));
  return order.slice(0, order.indexOf(table.stopped));
}

/** The state of a seat during the turns; null if there is nothing to say. */
export function doingOf(table: Table, seat: number): Doing | null {
  if (table.phase !== 'turn') return null;
  if (seat === table.stopped) return { text: t('bus.seat.stopped'), mark: 'stop' };
  if (seat === table.seat) return { text: t('bus.seat.turn'), mark: 'wait' };
  if (table.stopped === null) return null;
  return turnsLeft(table).includes(seat)
    ? { text: t('bus.seat.last'), mark: 'wait' }
    : { text: t('bus.seat.done'), mark: 'good' };
}

/** The tokens that a deal has cost a seat, in words. */
export function costOf(last: Settled, seat: number): Doing {
  const paid = last.paid[seat] ?? 0;
  if (paid) return { text: t('bus.lost', { n: paid }), mark: 'bad' };
  return { text: last.prial === seat ? t('bus.prial') : t('bus.saved'), mark: 'good' };
}

/** The results of a deal, a sentence each. */
export function verdictOf(last: Settled, who: Who): string[] {
  const said: string[] = [];
  const payers = last.paid.flatMap((paid, seat) => (paid ? [seat] : []));
  const names = list(payers.map(who.named));
  if (last.again) said.push(t('bus.verdict.again'));
  else if (last.prial !== null)
    said.push(who.you(last.prial) ? t('bus.verdict.prial.you') : t('bus.verdict.prial', { name: who.name(last.prial) }));
  else if (!payers.length) said.push(t('bus.verdict.level'));
  else if (payers.length > 1) said.push(t('bus.verdict.pay', { names }));
  else said.push(payers.some(who.you) ? t('bus.verdict.pays.you') : t('bus.verdict.pays', { names }));
  const out = last.out.filter((seat) => !who.you(seat)).map(who.name);
  if (last.out.some(who.you)) said.push(t('bus.verdict.out.you'));
  if (out.length) said.push(t(out.length > 1 ? 'bus.verdict.outs' : 'bus.verdict.out', { names: list(out) }));
  return said;
}
