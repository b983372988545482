// Xập xám: how a hand is set and declared, and how a deal that is over is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arranging } from '../src/arrange/arranging.svelte';
import { Tray } from '../src/arrange/tray.svelte';
import { whoIs } from '../src/boards/who';
import { fateOf, placeOf, tallyOf, type Deal } from '../src/games/xap_xam/fates';
import { declaring, mannerOf, PLAYED, readLay, writeLay } from '../src/games/xap_xam/manner';
import { pairSays, signed } from '../src/games/xap_xam/pairs';
import { rowsOf, seenOf, storyOf, unitsAfter, type Line, type ShowdownStory } from '../src/games/xap_xam/showdown';
import { FINDS, Lesson, STEPS } from '../src/games/xap_xam/lesson.svelte';
import type { Even, Guide, Offer, Pair, Row, Settled, Table, Won } from '../src/wire/games/xap_xam';
import shaped from './shaped.json';
import { told } from './support';

const LOWER = ['As', 'Ah', 'Kd', 'Kh', 'Kc'];
const MIDDLE = ['Qs', '9h', '9d', '5c', '5d'];
const UPPER = ['Js', 'Ts', '2h'];
const PAIRS: Offer = {
  what: 'six_pairs',
  vietnamese: 'lục phé bôn',
  units: 2,
  shown: false,
  hands: [LOWER, MIDDLE, UPPER].map((hand) => hand.join('')),
};
const STRAIGHTS: Offer = { ...PAIRS, what: 'three_straights', vietnamese: 'ba sảnh', shown: true };

const guide = (more: Partial<Guide> = {}): Guide => ({ hands: shaped, level: false, instants: [], ...more });
function laid(places: string[][], more?: Partial<Guide>): Tray {
  const tray = new Tray(mannerOf(guide(more)));
  places.forEach((cards, at) => tray.put(cards, at));
  return tray;
}
function arranging(tray: Tray): Arranging {
  const glide = (make: () => void): Promise<void> => {
    make();
    return Promise.resolve();
  };
  return new Arranging(tray, glide, () => {});
}
const adviceOn = (tray: Tray) => tray.manner.advice(tray);

test('a setting is read and written with what is declared', () => {
  const action = 'lay AsAhKdKhKc Qs9h9d5c5d JsTs2h';
  assert.deepEqual(readLay(action), { hands: [LOWER, MIDDLE, UPPER], claim: PLAYED });
  assert.equal(writeLay({ hands: [LOWER, MIDDLE, UPPER], claim: PLAYED }), action);
  assert.equal(readLay(`${action} six_pairs`)?.claim, 'six_pairs');
  assert.equal(declaring(PAIRS), `${action} six_pairs`);
  assert.equal(readLay('keep'), null);
});

test('cards that are still in hand stand in the way, a hand in order does not', () => {
  assert.match(adviceOn(laid([LOWER, MIDDLE])).block, /^3 cards/);
  assert.match(adviceOn(laid([LOWER, MIDDLE, UPPER.slice(1)])).block, /^1 card is/);
  assert.deepEqual(adviceOn(laid([LOWER, MIDDLE, UPPER])), { block: '', warn: '' });
});

test('a mis-set hand is named, warned of once, and laid', () => {
  const tray = laid([MIDDLE, LOWER, UPPER]);
  assert.match(adviceOn(tray).warn, /^That is mis-set: your middle hand beats your lower hand\./);
  const by = arranging(tray);
  assert.deepEqual([by.lock(), by.sure], [null, true]);
  assert.equal(by.lock(), 'lay Qs9h9d5c5d AsAhKdKhKc JsTs2h');
});

test('an instant win that nobody has answered is named once before the cards are laid', () => {
  const tray = laid([LOWER, MIDDLE, UPPER], { instants: [PAIRS] });
  assert.match(adviceOn(tray).warn, /six pairs/);
  tray.claim = PLAYED;
  assert.equal(adviceOn(tray).warn, '');
  assert.equal(tray.action, 'lay AsAhKdKhKc Qs9h9d5c5d JsTs2h');
});

test('what is declared sets the hands, in any order where it need not show', () => {
  const tray = laid([MIDDLE, LOWER, UPPER], { instants: [PAIRS] });
  tray.claim = 'six_pairs';
  assert.ok(tray.judged.every((hand) => hand.free && hand.beats < 0));
  assert.deepEqual(adviceOn(tray), { block: '', warn: '' });
  arranging(tray).fill(declaring(PAIRS));
  assert.deepEqual([tray.places, tray.claimed], [[LOWER, MIDDLE, UPPER], 'six_pairs']);
  assert.match(tray.action, / six_pairs$/);
});

test('what has to show is declared only as it shows, and comes back with an undo', () => {
  const tray = laid([], { instants: [STRAIGHTS] });
  tray.fill(declaring(STRAIGHTS));
  assert.deepEqual([tray.claimed, tray.judged[2]?.free, tray.judged[1]?.free], ['three_straights', true, false]);
  tray.swap('As', 'Js');
  assert.equal(tray.claimed, '');
  assert.doesNotMatch(tray.action, /three/);
  tray.undo();
  assert.equal(tray.claimed, 'three_straights');
});

// --- a deal that is over -------------------------------------------------------------------------------------------------------

const DEALT: Line = told({ type: 'core.dealt', deal: 3, dealer: 0 });
const row = (number: number, more: Partial<Row> = {}): Row => ({
  type: 'xap_xam.row',
  row: number,
  hands: ['', '', null],
  labels: ['pair of twos', 'flush', ''],
  strengths: [5, 9, 0],
  won: [-1, 1, 0],
  seats: [1],
  ...more,
});
const won = (more: Partial<Won> = {}): Won => ({
  type: 'xap_xam.pair',
  winner: 1,
  seat: 0,
  units: 1,
  royalties: 0,
  by: 'hands',
  won: 2,
  lost: 1,
  what: null,
  both: false,
  ...more,
});
const PAIR: Pair = { seats: [0, 1], by: 'hands', rows: [-1, 1, -1], units: -1, royalties: 0 };
const FOUL: Pair = { seats: [0, 2], by: 'mis_set', rows: [1, 1, 1], units: 1, royalties: 0 };
const last = (more: Partial<Settled> = {}): Settled => ({
  pairs: [PAIR, FOUL],
  units: [0, 1, -1],
  scores: [4, 3, -7],
  mis_set: [2],
  instants: [],
  over: false,
  winners: [],
  ...more,
});
const over = (more?: Partial<Settled>): Table =>
  ({
    deal: 3,
    dealer: 1,
    scores: [4, 3, -7],
    laid: [0, 1, 2].map((seat) => [3 * seat, 3 * seat + 1, 3 * seat + 2]),
    last: last(more),
  }) as unknown as Table;
const LINES: Line[] = [
  told(row(0)), // of the deal before
  DEALT,
  told({ type: 'xap_xam.mis_set', seat: 2, hands: '' }),
  told(row(0)),
  told(row(1)),
  told(row(2)),
  told(won()),
  told(won({ winner: 0, seat: 2, by: 'mis_set' })),
  told({ type: 'xap_xam.scored', units: [0, 1, -1], scores: [4, 3, -7] }),
];

const kinds = (story: ShowdownStory | null): string[] =>
  story?.steps.map((step) => (step.kind === 'hand' ? `${step.row}:${step.seat}` : step.kind)) ?? [];

test('a story tells what was mis-set, the rows from the lower to the upper, and pair by pair', () => {
  const story = storyOf(LINES, over(), 1, false);
  assert.ok(story);
  assert.deepEqual(
    kinds(story).filter((kind) => !kind.includes(':')),
    ['said', 'row', 'row', 'row', 'pair', 'pair', 'end'],
  );
  assert.deepEqual([story.before, story.deal], [2, '1.3']);
  assert.equal(story.dealer, 0, 'the next one deals already');
  assert.equal(storyOf(LINES, over({ over: true }), 1, false)?.dealer, 1, 'unless the game is over');
  assert.equal(storyOf(LINES, { ...over(), last: null }, 1, false), null);
});

test('in each row the best hand is turned up last, and where all compare with the dealer, the dealer’s', () => {
  const rows = (duels: boolean): string[] => kinds(storyOf(LINES, over(), 1, duels)).filter((kind) => kind.includes(':'));
  assert.deepEqual(rows(false), ['0:0', '0:2', '0:1', '1:0', '1:2', '1:1', '2:0', '2:2', '2:1']);
  assert.deepEqual(rows(true).slice(0, 3), ['0:1', '0:2', '0:0']);
});

test('a row is told when it is seen how it went', () => {
  const story = storyOf(LINES, over(), 1, false);
  assert.deepEqual(
    story?.steps.slice(0, 5).map((step) => step.upTo),
    [3, 3, 3, 3, 4],
  );
});

test('units go with their pair, and stand as before until then', () => {
  const table = over();
  const steps = storyOf(LINES, table, 1, false)?.steps ?? [];
  assert.deepEqual(
    [0, steps.length - 3, steps.length - 2, steps.length - 1, steps.length].map((shown) =>
      unitsAfter(table, steps.slice(0, shown)),
    ),
    [
      [4, 2, -6],
      [4, 2, -6],
      [3, 3, -6],
      [4, 3, -7],
      [4, 3, -7],
    ],
  );
});

test('hands are turned up one by one, and all at once where nobody has one to compare', () => {
  const story = storyOf(LINES, over(), 1, false);
  const none = storyOf([DEALT, told(won({ by: 'instant', what: 'six_pairs' }))], over(), 1, false);
  assert.ok(story && none);
  const seen = (of: ShowdownStory, shown: number) => seenOf(of, of.steps.slice(0, shown), 0, over());
  assert.deepEqual(
    [0, 1, 2, 4, 5].map((shown) => seen(story, shown)),
    [
      { open: [], decided: false },
      { open: [], decided: false },
      { open: [0], decided: false },
      { open: [0, 2, 1], decided: false },
      { open: [0, 2, 1], decided: true },
    ],
  );
  assert.deepEqual(
    rowsOf(none).map((each) => each.row),
    [0, 1, 2],
  );
  assert.deepEqual([seen(none, 0).decided, seen(none, 1)], [false, { open: [0, 1, 2], decided: true }]);
});

const WHO = whoIs(
  () => ['Ann', 'Bea', 'Cal'],
  () => 1,
);
const deal = (more: Partial<Deal> = {}): Deal => ({
  table: over(),
  last: last(),
  piles: [],
  dealer: 0,
  duels: true,
  who: WHO,
  viewer: 1,
  ...more,
});

test('each stands against the dealer with a sign of its own', () => {
  const words = (of: Row): (string | undefined)[] => [0, 1, 2].map((seat) => fateOf(deal(), of, seat)?.text);
  assert.deepEqual(words(row(0)), ['won 1 of 2', 'won', 'mis-set']);
  assert.deepEqual(words(row(1)), ['won 2 of 2', 'lost', 'mis-set']);
  assert.equal(words(row(1, { strengths: [9, 9, 0] }))[1], 'level: lost');
  assert.deepEqual(tallyOf(last(), 0, 0), { won: 1, lost: 1, of: 2 });
});

test('with instant wins nothing is compared, and who has one is named so', () => {
  const settled = last({ instants: [[0, 'six_pairs']], pairs: [{ ...PAIR, by: 'instant', rows: [0, 0, 0] }], mis_set: [] });
  const now = deal({ last: settled });
  assert.deepEqual([fateOf(now, row(0), 0)?.text, fateOf(now, row(0), 1)], ['won at once', null]);
});

const ALL = { open: [0, 1, 2], decided: true };

test('the dealer’s hand lies first and apart; backs say nothing', () => {
  const open = placeOf(deal({ dealer: 2 }), row(0), ALL);
  assert.deepEqual(
    open.hands.map(({ seat, dealer }) => [seat, dealer]),
    [
      [2, true],
      [0, false],
      [1, false],
    ],
  );
  const down = placeOf(deal(), row(2), { open: [], decided: false }).hands;
  assert.ok(down.every((hand) => hand.cards.length === 3 && !hand.label && !hand.fate && !hand.won));
});

test('where everybody compares with everybody the best hand is named', () => {
  const place = placeOf(deal({ duels: false }), row(0), ALL);
  assert.deepEqual([place.verdict, place.outcome, place.mine], ['You have the best: flush.', 'You', true]);
  assert.match(placeOf(deal({ duels: false }), row(0, { seats: [0, 2] }), ALL).verdict, /^Ann and Cal have the best/);
});

test('who pays whom is a sentence from where one sits', () => {
  assert.equal(pairSays(won(), WHO), 'You win 1 unit from Ann, 2 to 1.');
  assert.equal(pairSays(won({ winner: 0, seat: 1, units: 6, won: 3, lost: 0 }), WHO), 'Ann wins 6 units from you, 3 to 0.');
  assert.match(pairSays(won({ winner: 0, seat: 2, by: 'mis_set', both: true }), WHO), /^Ann wins 1 unit from Cal: both/);
  assert.match(pairSays(won({ by: 'instant', what: 'three_flushes', units: 2 }), WHO), /2 units from Ann with three flushes/);
  const level: Even = { type: 'xap_xam.level', seats: [0, 1] };
  assert.equal(pairSays(level, WHO), 'You and Ann are level.');
  assert.deepEqual([-3, 0, 2].map(signed), ['−3', '0', '+2']);
});

// --- the lesson ----------------------------------------------------------------------------------------------------------------

test('a hand is set in the lesson, with a word to what is nearly right', () => {
  const lesson = new Lesson();
  assert.equal(lesson.rest.length, 13);
  lesson.to(STEPS.indexOf('lower'));
  for (const card of ['Ah', 'Qh', '9h', '6h', '3h']) assert.ok(!lesson.pickFor(0, card));
  assert.equal(lesson.hint, FINDS[0]?.almost?.says);
  for (const card of ['Ks', 'Kh', 'Kd', '8s']) assert.ok(!lesson.pickFor(0, card));
  assert.ok(lesson.pickFor(0, '8c'));
  assert.deepEqual([lesson.solved, lesson.rest.length], [true, 8]);
  lesson.to(STEPS.indexOf('order'));
  assert.deepEqual([lesson.laid, lesson.place, lesson.solved], [3, null, true]);
  lesson.to(0);
  assert.equal(lesson.laid, 0);
});
