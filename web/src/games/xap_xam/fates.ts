// The result of each hand of a row, in a word each, and the row's best hand.
import type { Fate, TurnedHand, TurnedPlace } from '../../arrange/turned';
import type { Who } from '../../boards/who';
import { BACK, split } from '../../cards/cards';
import { list } from '../../table/list';
import type { Pair, Row, Settled, Table } from '../../wire/games/xap_xam';
import { nameOfRow, SHAPE, titleOfRow } from './rows';
import { t } from './words/board';

/** A seat's results in a row against all opponents: numbers of hands. */
export interface Tally {
  won: number;
  lost: number;
  /** Number of hands that this hand was compared with. */
  of: number;
}

/** The result of a row for one seat of a pair: positive if that seat won. */
const signOf = (pair: Pair, seat: number, row: number): number => (pair.rows[row] ?? 0) * (pair.seats[0] === seat ? 1 : -1);

export function tallyOf({ pairs }: Settled, seat: number, row: number): Tally {
  const mine = pairs.filter((pair) => pair.seats.includes(seat) && pair.by !== 'instant');
  const signs = mine.map((pair) => signOf(pair, seat, row));
  return { won: signs.filter((sign) => sign > 0).length, lost: signs.filter((sign) => sign < 0).length, of: signs.length };
}

/** A finished deal, as seen by the viewer. */
export interface Deal {
  table: Table;
  last: Settled;
  /** The cards of each pile, as text. */
  piles: readonly string[];
  dealer: number;
  /** Whether everybody compares with the dealer only. */
  duels: boolean;
  who: Who;
  viewer: number | null;
}

/** A player's result against the dealer in a row; null if nothing was compared. */
function against({ last, dealer }: Deal, row: Row, seat: number): { sign: number; level: boolean } | null {
  const { won, lost, of } = tallyOf(last, seat, row.row);
  const level = (row.strengths[seat] ?? 0) > 0 && row.strengths[seat] === row.strengths[dealer];
  return of ? { sign: won - lost, level } : null;
}

/** Whether to mark a seat's hand of a row as a winner. */
function hasWon(deal: Deal, row: Row, seat: number): boolean {
  if (!deal.duels) return row.seats.includes(seat);
  const { won, lost } = tallyOf(deal.last, seat, row.row);
  return won > lost;
}

/** The result of a seat's hand in a row; null if there is nothing to say. */
export function fateOf(deal: Deal, row: Row, seat: number): Fate | null {
  const { last, duels, dealer } = deal;
  if (last.instants.some(([each]) => each === seat)) return { text: t('xap.row.instant'), mark: 'crown' };
  if (last.mis_set.includes(seat)) return { text: t('xap.row.mis_set'), mark: 'bad' };
  const { won, of } = tallyOf(last, seat, row.row);
  if (!of) return null;
  if (!duels || seat === dealer)
    return { text: t('xap.row.beats', { n: won, of }), mark: hasWon(deal, row, seat) ? 'crown' : null };
  const stands = against(deal, row, seat);
  if (!stands) return null;
  if (stands.sign > 0) return { text: t('xap.row.won'), mark: 'good' };
  if (stands.level) return { text: stands.sign ? t('xap.row.level.dealer') : t('xap.row.level'), mark: 'level' };
  return { text: t('xap.row.lost'), mark: 'bad' };
}

/** The sentence about the best hand of a row, if everybody compares with everybody. */
function verdictOn({ who }: Deal, row: Row): string {
  const [best, ...more] = row.seats;
  if (best === undefined) return t('xap.row.none');
  const label = row.labels[best] ?? '';
  if (more.length) return t('xap.row.best.several', { names: list(row.seats.map(who.named)), label });
  return who.you(best) ? t('xap.row.best.you', { label }) : t('xap.row.best', { name: who.name(best), label });
}

/** The result of a row in a word or two: the viewer's, or the dealer's for a spectator. */
function outcomeOf(deal: Deal, row: Row): string {
  const { duels, dealer, who, viewer, last } = deal;
  if (!duels) return row.seats.length ? list(row.seats.map(who.named)) : t('xap.tab.none');
  if (viewer === null || viewer === dealer) {
    const { won: n, of } = tallyOf(last, dealer, row.row);
    return of ? t('xap.tab.of', { n, of }) : t('xap.tab.none');
  }
  const stands = against(deal, row, viewer);
  if (!stands) return t('xap.tab.none');
  if (stands.sign > 0) return t('xap.tab.won');
  return stands.sign ? t('xap.tab.lost') : t('xap.tab.level');
}

/** A row as far as it is shown: `open` are the seats whose hands are turned up; `decided` says whether the result is shown. */
export function placeOf(deal: Deal, row: Row, { open, decided }: { open: readonly number[]; decided: boolean }): TurnedPlace {
  const { table, piles, last, dealer, duels, who } = deal;
  const seats = table.laid.map((_, seat) => (duels ? (dealer + seat) % table.laid.length : seat)); // the dealer comes first
  const apart = [...last.mis_set, ...last.instants.map(([seat]) => seat)];
  const hands = seats.map((seat): TurnedHand => {
    const cards = split(piles[table.laid[seat]?.[row.row] ?? -1] ?? '');
    const up = open.includes(seat);
    return {
      seat,
      name: who.named(seat),
      plain: who.name(seat),
      me: who.you(seat),
      cards: up ? cards : Array<string>(SHAPE[row.row] ?? 0).fill(BACK),
      label: up ? (row.labels[seat] ?? '') : '',
      fate: decided ? fateOf(deal, row, seat) : null,
      won: decided && hasWon(deal, row, seat),
      dim: up && apart.includes(seat),
      dealer: duels && seat === dealer,
    };
  });
  const mine = row.seats.some((seat) => who.you(seat));
  return {
    seen: decided ? 'all' : open.length ? 'some' : 'none',
    hand: titleOfRow(row.row),
    tab: nameOfRow(row.row),
    outcome: outcomeOf(deal, row),
    hands,
    verdict: duels ? '' : verdictOn(deal, row), // each player's own result says it
    mark: row.seats.length ? 'crown' : 'level',
    mine,
    none: !row.seats.length,
  };
}
