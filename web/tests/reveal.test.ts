// Crash: a deal that is over, and what became of each hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fateOf, fateWord, outcomeOf, placeOf, verdictOn } from '../src/games/crash/fates';
import { nth, nthHand } from '../src/games/crash/places';
import { pointsAfter, said, storyOf, type Step } from '../src/games/crash/reveal';
import type { LineOf } from '../src/boards/types';
import { whoIs, type Who } from '../src/boards/who';
import type { Declaration, Settled, Shown, Table, Wire } from '../src/wire/games/crash';
import { told } from './support';

type Line = LineOf<Wire>;
const place = (number: number, winner: number | null): Line =>
  told<Shown>({ type: 'crash.place', place: number, hands: [], labels: [], strengths: [], winner, reason: 'best', label: '' });
const declared = (what: Declaration): Line => told({ type: 'crash.declared', seat: 0, what });
const DEALT: Line = told({ type: 'core.dealt', deal: 2, dealer: 0 });
const FOUL: Line = told({ type: 'crash.foul', seat: 1, hands: '' });
const SCORED: Line = told({ type: 'crash.scored', points: [2, 1], scores: [6, 4] });
const CRASH: Line = told({ type: 'crash.crash', seat: 0 });
const FOUR_LAID: Line = told({ type: 'crash.four', seat: 0, ranks: '' });

const over = (points: number[], scores: number[]): Table =>
  ({ deal: 2, scores, last: { points, crash: null } as unknown as Settled }) as Table;
const stepsOf = (lines: Line[], table = over([2, 1], [6, 4]), perPlace = true): readonly Step[] =>
  storyOf(lines, table, 1, perPlace)?.steps ?? [];
const kinds = (lines: Line[]): string[] => stepsOf(lines).map((step) => step.kind);

test('no story is told before a deal is over', () => {
  assert.equal(storyOf([DEALT], { deal: 2, scores: [], last: null } as unknown as Table, 1, true), null);
});

test('a story tells the fouls, place by place with its peg, and the end', () => {
  assert.deepEqual(kinds([DEALT, FOUL, place(0, 0), SCORED, place(1, 1), CRASH]), [
    'foul',
    'place',
    'peg',
    'place',
    'peg',
    'end',
  ]);
});

test('a story begins with its own deal, and has its own name', () => {
  assert.deepEqual(kinds([DEALT, place(0, 1), place(1, 1), DEALT, place(0, null)]), ['place', 'end']);
  assert.equal(storyOf([DEALT], over([], []), 3, true)?.deal, '3.2');
});

test('a place is told as its peg goes, or as it is seen that nobody has won it', () => {
  const lines = [DEALT, FOUL, SCORED, place(0, 0), place(1, null), CRASH];
  const story = storyOf(lines, over([2, 1], [6, 4]), 1, true);
  assert.deepEqual(
    story?.steps.map((step) => [step.kind, step.upTo]),
    [
      ['foul', 2],
      ['place', 2],
      ['peg', 4],
      ['place', 5],
      ['end', 6],
    ],
  );
  assert.equal(story.before, 1, 'and before the first one those ahead of it');
});

test('before a deal that ends without a showdown its end is not told', () => {
  const lines = [DEALT, SCORED, declared('thirteen_straight'), CRASH];
  assert.equal(storyOf(lines, over([2, 1], [6, 4]), 1, true)?.before, 2);
  assert.equal(storyOf([DEALT, SCORED], over([2, 1], [6, 4]), 1, true)?.before, 2);
});

test('a knock is no ending, and the end does not say twice what the board shows', () => {
  const lines = [DEALT, declared('knock'), declared('six_pairs'), CRASH, FOUR_LAID];
  const end = stepsOf(lines).at(-1);
  assert.ok(end?.kind === 'end');
  assert.deepEqual(end.lines, [lines[2], CRASH, FOUR_LAID]);
  assert.deepEqual(said([...end.lines, declared('thirteen_straight')]), [lines[2], FOUR_LAID]);
});

test('a crash is a beat of its own, after all places', () => {
  const table = over([4, 0], [8, 0]);
  const crashed = { ...table, last: { ...table.last, crash: 0 } } as Table;
  const steps = stepsOf([DEALT, place(0, 0), CRASH], crashed);
  assert.deepEqual(
    steps.map((step) => [step.kind, step.cue]),
    [
      ['place', undefined],
      ['peg', undefined],
      ['crash', 'tumble'],
      ['end', undefined],
    ],
  );
  assert.equal(steps[2]?.upTo, 2, 'and the log waits for the end');
});

test('points stand as they did before the deal, until it is told', () => {
  const table = over([2, 1], [6, 4]);
  const lines = [DEALT, place(0, 1), place(1, null), place(2, 0)];
  const after = (perPlace: boolean): number[][] => {
    const steps = stepsOf(lines, table, perPlace);
    return [...steps.keys(), steps.length].map((shown) => pointsAfter(table, steps.slice(0, shown)));
  };
  const [before, end] = [
    [4, 3],
    [6, 4],
  ];
  assert.deepEqual(after(true), [before, before, [4, 4], [4, 4], [4, 4], [5, 4], end]);
  assert.deepEqual(
    after(false),
    [before, before, before, before, end],
    'and where places bring none of their own, until its end',
  );
});

// --- what became of a hand -----------------------------------------------------------------------------------------------------

const WHO: Who = whoIs(
  () => ['Ann', 'Bea', 'Cal'],
  () => 0,
);
const shown = (more: Partial<Shown>): Shown => ({
  type: 'crash.place',
  place: 0,
  hands: ['AsAhAd', 'KhQh9c', '8c7c2d'],
  labels: [],
  strengths: [9, 5, 5],
  winner: 0,
  reason: 'best',
  label: 'three aces',
  ...more,
});
const fates = (place: Shown, fouls: number[] = []): string[] => [0, 1, 2].map((seat) => fateOf(place, seat, fouls));

test('the best hand wins, and level ones behind it are simply beaten', () => {
  assert.deepEqual(fates(shown({})), ['won', 'beaten', 'beaten']);
  assert.equal(fateWord(shown({}), 'beaten'), '');
  assert.equal(fateWord(shown({}), 'won'), 'won', 'it is right below “You” too');
});

test('level best hands stop a place, or are passed over for the next', () => {
  const stopped = shown({ strengths: [3, 5, 5], winner: null, reason: 'stopper' });
  const passed = shown({ strengths: [3, 5, 5], winner: 0, reason: 'next_best' });
  assert.deepEqual(fates(stopped), ['beaten', 'level', 'level']);
  assert.deepEqual(fates(passed), ['won', 'level', 'level']);
  assert.notEqual(fateWord(stopped, 'level'), fateWord(passed, 'level'));
  assert.notEqual(outcomeOf(stopped, WHO), outcomeOf(passed, WHO));
});

test('a hand that doesn’t count, none at all, and a foul are told apart', () => {
  assert.deepEqual(fates(shown({ strengths: [9, 0, 5], hands: ['AsAhAd', 'KhQh9c', null] }), []), ['won', 'ignored', 'none']);
  assert.equal(fates(shown({ strengths: [0, 9, 5], hands: [null, 'AsAhAd', 'KhQh9c'], winner: 1 }), [0])[0], 'foul');
});

test('a verdict names the winner and the hand, or nobody', () => {
  assert.match(verdictOn(shown({ winner: 1 }), WHO), /Bea.*three aces/);
  assert.match(verdictOn(shown({}), WHO), /You.*three aces/);
  const nobody = shown({ winner: null, reason: 'empty' });
  assert.doesNotMatch(verdictOn(nobody, WHO), /Ann|You|three aces/);
});

test('places are counted in words', () => {
  assert.deepEqual([0, 1, 2, 3].map(nth), ['1st', '2nd', '3rd', '4th']);
  assert.equal(new Set([0, 1, 2, 3].map(nthHand)).size, 4);
});

test('whoever fouls keeps what the places before it brought', () => {
  const before = shown({});
  const found = shown({ hands: [before.hands[0] ?? '', before.hands[1] ?? '', null] });
  assert.equal(fates(before, [2])[2], 'beaten');
  assert.equal(fates(found, [2])[2], 'foul');
});

test('a place of a void deal moves no peg', () => {
  const table = { deal: 2, scores: [4, 3], last: { points: [0, 0], void: true, crash: null } } as unknown as Table;
  assert.deepEqual(
    stepsOf([DEALT, place(1, 0), FOUL], table).map((step) => step.kind),
    ['place', 'foul', 'end'],
  );
});

// --- in which order hands are turned up ------------------------------------------------------------------------------------------

const turned = (place: Shown): number[] =>
  stepsOf([DEALT, told(place)]).flatMap((step) => (step.kind === 'hand' ? [step.seat] : []));

test('the winner’s hand is turned up last, and what is level for a place just before', () => {
  assert.deepEqual(turned(shown({})), [1, 2, 0]);
  assert.deepEqual(turned(shown({ strengths: [3, 9, 9], reason: 'next_best' })), [1, 2, 0]);
  assert.deepEqual(turned(shown({ strengths: [5, 3, 5], winner: null, reason: 'stopper' })), [1, 0, 2]);
  assert.deepEqual(turned(shown({ hands: ['AsAhAd', null, '8c7c2d'] })), [2, 0], 'and who has laid nothing turns nothing up');
});

test('a stopper thuds', () => {
  const cues = (reason: Shown['reason']): unknown[] =>
    stepsOf([DEALT, told(shown({ winner: null, reason }))]).flatMap((step) => (step.kind === 'place' ? [step.cue] : []));
  assert.deepEqual([cues('stopper'), cues('empty')], [['thud'], [undefined]]);
});

test('a hand has backs until it is turned up, and no word before it is seen who has won', () => {
  const table = { laid: [[0], [1], [2]], last: { fouls: [] } } as unknown as Table;
  const at = (open: number[], decided: boolean) =>
    placeOf({ table, piles: ['AsAhAd', 'KhQh9c', '8c7c2d'], who: WHO }, shown({}), 0, open, decided);
  const some = at([1], false);
  assert.deepEqual(
    some.hands.map(({ cards }) => cards.join('')),
    ['??????', 'KhQh9c', '??????'],
  );
  assert.ok(some.seen === 'some' && some.hands.every((hand) => !hand.won && !hand.fate));
  assert.deepEqual([at([], false).seen, at([0, 1, 2], true).seen, at([0, 1, 2], true).hands[0]?.won], ['none', 'all', true]);
});
