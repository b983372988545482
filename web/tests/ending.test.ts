// A game that is over: who stands where, and how the cards fell for one player, from what this page was told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extremes, toldDeals, type OwnDeal, type Recaps, type ToldDeal } from '../src/boards/recap';
import brag from '../src/games/brag/recap';
import bragPoker from '../src/games/brag_poker/recap';
import crash from '../src/games/crash/recap';
import bus from '../src/games/stop_the_bus/recap';
import xapXam from '../src/games/xap_xam/recap';
import { standings } from '../src/table/podium';
import type { About, Ended, Line } from '../src/wire/messages';
import { told } from './support';

const line = (event: unknown, more: Partial<Line> = {}): Line => ({ ...told(event), ...more });
const dealt = (deal: number): Line => line({ type: 'core.dealt', deal, dealer: 0 }, { weight: 'deal' });
const around = (what: string, seat: number | null = null): Line => line({ type: 'table', what, seat });
const EVENT = { type: 'any' };
const numbers = (lines: Line[], viewer = 0): number[] => toldDeals(lines, viewer).map(({ number }) => number);

const about = (rules: Record<string, string | number> = {}): About => ({ rules }) as About;
const ME = 1;
/** Tells deals of so many events; what it says of them is put together. */
function recapped<G extends { Public: unknown; Guide: unknown; Odds: unknown; Event: unknown }>(
  recap: Recaps<G>,
  deals: readonly (readonly unknown[])[],
  rules?: Record<string, string | number>,
): { facts: readonly string[]; deals: readonly OwnDeal[]; brought: readonly string[] } {
  const given = deals.map((events, at) => ({ number: at + 1, events })) as unknown as ToldDeal<G>[];
  const { facts, deals: own, brought } = recap(given, ME, about(rules));
  return { facts, deals: own, brought: own.map(({ made }) => brought(made)) };
}

test('those who share a place stand together, in the order of places', () => {
  const result = { places: [2, 1, 2, 4] } as Ended;
  assert.deepEqual(standings(result), [
    { place: 1, seats: [1] },
    { place: 2, seats: [0, 2] },
    { place: 4, seats: [3] },
  ]);
});

test('the deals of the game before are not told again', () => {
  assert.deepEqual(numbers([around('begun'), dealt(1), dealt(2), around('again'), dealt(1), line(EVENT)]), [1]);
});

test('whoever sat down in the middle has the deals from there on, and nobody else loses any by it', () => {
  const lines = [around('begun'), dealt(1), around('sat', 2), dealt(2), around('reserved', 3), dealt(3)];
  assert.deepEqual(numbers(lines, 2), [2, 3]);
  assert.deepEqual(numbers(lines, 3), [3]);
  assert.deepEqual(numbers(lines, 0), [1, 2, 3]);
});

test('a deal whose beginning was not told is none', () => {
  assert.deepEqual(numbers([line(EVENT), dealt(7), line(EVENT)]), [7]);
  assert.deepEqual(numbers([line(EVENT)]), []);
});

test('the best deal and the hardest one are the first of those alike, and one deal is not both', () => {
  const own = (...made: number[]): OwnDeal[] => made.map((each, at) => ({ number: at + 1, made: each, hands: [] }));
  const found = extremes(own(1, 3, -2, 3, -2));
  assert.deepEqual([found?.best.number, found?.worst?.number], [2, 3]);
  assert.equal(extremes(own(1, 1))?.worst, null);
  assert.equal(extremes([]), null);
});

test('Crash tells the hands won, the crashes and what each deal brought', () => {
  const place = (winner: number | null, reason = 'best', hands: (string | null)[] = ['x', 'y']): unknown => ({
    type: 'crash.place',
    winner,
    reason,
    hands,
  });
  const laid = { type: 'crash.laid', seat: ME, hands: 'AsAhAd KsQsJs', labels: [] };
  const scored = (mine: number): unknown => ({ type: 'crash.scored', points: [0, mine], scores: [0, mine] });
  const deals = [
    [laid, place(ME), place(null, 'stopper'), scored(1)],
    [laid, place(ME), place(ME), { type: 'crash.crash', seat: ME }, scored(6)],
    [laid, { type: 'crash.void', dealer: 0, again: true }],
    [place(0, 'best', ['x', null]), scored(0)],
  ];
  const found = recapped(crash, deals);
  assert.deepEqual(found.facts, ['3 of your 4 hands won', '1 crash', '1 stopper']);
  assert.deepEqual(found.brought, ['1 point', '6 points'], 'a void deal and one that was not played bring nothing');
  assert.deepEqual(found.deals[0]?.hands, ['AsAhAd', 'KsQsJs']);
});

test('where a pot is played for, Crash tells the pots', () => {
  const laid = { type: 'crash.laid', seat: ME, hands: 'AsAhAd', labels: [] };
  const deals = [[laid], [laid, { type: 'crash.pot_won', winner: ME, pot: 12 }]];
  assert.deepEqual(recapped(crash, deals, { scoring: 'pot' }).brought, ['the pot of 12']);
});

test('Xập xám tells the comparisons won and lost, and the units of each deal', () => {
  const laid = { type: 'xap_xam.laid', seat: ME, hands: 'AsAh KsKh QsQh played', labels: [] };
  const pair = (winner: number, seat: number): unknown => ({ type: 'xap_xam.pair', winner, seat });
  const scored = (mine: number): unknown => ({ type: 'xap_xam.scored', units: [-mine, mine], scores: [0, 0] });
  const found = recapped(xapXam, [
    [laid, pair(ME, 0), scored(3)],
    [laid, pair(0, ME), pair(2, 0), { type: 'xap_xam.mis_set', seat: ME, hands: '' }, scored(-6)],
  ]);
  assert.deepEqual(found.facts, ['Against the others you won 1 and lost 1', 'mis-set once']);
  assert.deepEqual(found.brought, ['+3 units', '−6 units']);
  assert.deepEqual(found.deals[0]?.hands, ['AsAh', 'KsKh', 'QsQh']);
});

test('Stop the Bus tells who stopped, and what each deal cost', () => {
  const shown = { type: 'stop_the_bus.shown', seat: ME, hand: 'AsAhAd', label: '', strength: 1 };
  const scored = (mine: number): unknown => ({ type: 'stop_the_bus.scored', paid: [0, mine], scores: [] });
  const found = recapped(bus, [
    [{ type: 'stop_the_bus.stopped', seat: ME }, shown, scored(0)],
    [
      { type: 'stop_the_bus.exchanged', seat: ME },
      shown,
      { type: 'stop_the_bus.paid', seat: ME, tokens: 2 },
      { type: 'stop_the_bus.paid', seat: 0, tokens: 1 },
      scored(2),
    ],
  ]);
  assert.deepEqual(found.facts, ['You stopped the bus once', '1 swap', '2 tokens paid']);
  assert.deepEqual(found.brought, ['nothing paid', '2 tokens paid']);
});

test('Brag tells the pots won and what was bet in vain; an ante that covers is no bet', () => {
  const bet = (seat: number, chips: number): unknown => ({ type: 'brag.bet', seat, chips, blind: false });
  const found = recapped(brag, [
    [{ type: 'core.hand', seat: ME, cards: 'AsAhAd', label: '' }, bet(ME, 4), { type: 'brag.won', winner: ME, chips: 20 }],
    [{ type: 'brag.looked', seat: ME, hand: 0 }, bet(ME, 4), bet(0, 9), { type: 'brag.saw', seat: ME, chips: 8 }],
    [
      { type: 'brag.covered', seat: ME, chips: 1, by_ante: true },
      { type: 'brag.shared', winners: [0, ME], chips: 9 },
    ],
    [],
  ]);
  assert.deepEqual(found.facts, ['You won in 2 of 4 deals', '20 chips at most', 'looked at your cards in 1 of 4']);
  assert.deepEqual(found.brought, ['20 chips won', '12 chips bet in vain', '4 chips won', 'nothing bet']);
  assert.deepEqual(found.deals[0]?.hands, ['AsAhAd']);
});

test('Brag Poker counts what comes back unmatched as never bet, and shows the hand after the draw', () => {
  const held = (cards: string): unknown => ({ type: 'brag_poker.held', seat: ME, cards, label: '' });
  const found = recapped(bragPoker, [
    [
      held('2s3h5d'),
      { type: 'brag_poker.posted', seat: ME, chips: 2 },
      { type: 'brag_poker.all_in', seat: ME, chips: 10 },
      held('2s2h5d'),
      { type: 'brag_poker.back', seat: ME, chips: 7 },
      { type: 'brag_poker.won', winner: 0, chips: 10, side: false },
    ],
  ]);
  assert.deepEqual(found.brought, ['5 chips bet in vain']);
  assert.deepEqual(found.deals[0]?.hands, ['2s2h5d']);
});
