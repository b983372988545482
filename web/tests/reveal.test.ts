// Crash: a deal that is over, and what became of each hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fateOf, fateWord, outcomeOf, verdictOn } from '../src/games/crash/fates';
import { nth, nthHand } from '../src/games/crash/places';
import { before, pointsAfter, said, storyOf } from '../src/games/crash/reveal';
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

const over = (points: number[], scores: number[]): Table => ({ deal: 2, scores, last: { points } as Settled }) as Table;
const kinds = (lines: Line[]): string[] => storyOf(lines, over([2, 1], [6, 4]), 1)?.steps.map((step) => step.kind) ?? [];

test('no story is told before a deal is over', () => {
  assert.equal(storyOf([DEALT, place(0, 0)], { deal: 2, scores: [], last: null } as unknown as Table, 1), null);
});

test('a story tells the fouls, place by place, and the end', () => {
  assert.deepEqual(kinds([DEALT, FOUL, place(0, 0), SCORED, place(1, 1), CRASH]), ['foul', 'place', 'place', 'end']);
});

test('a story begins with its own deal, and has its own name', () => {
  assert.deepEqual(kinds([DEALT, place(0, 1), place(1, 1), DEALT, place(0, 0)]), ['place', 'end']);
  assert.equal(storyOf([DEALT], over([], []), 3)?.deal, '3.2');
});

test('each step tells the lines up to its own, and the end all of them', () => {
  const lines = [DEALT, FOUL, SCORED, place(0, 0), CRASH];
  const story = storyOf(lines, over([2, 1], [6, 4]), 1);
  assert.ok(story);
  assert.deepEqual(
    story.steps.map((step) => step.upTo),
    [2, 4, 5],
  );
  assert.equal(before(story, lines), 1, 'and before the first one those ahead of it');
});

test('before a deal that ends without a showdown its end is not told', () => {
  const lines = [DEALT, SCORED, declared('thirteen_straight'), CRASH];
  const story = storyOf(lines, over([2, 1], [6, 4]), 1);
  assert.equal(story && before(story, lines), 2);
  const silent = storyOf([DEALT, SCORED], over([2, 1], [6, 4]), 1);
  assert.equal(silent && before(silent, [DEALT, SCORED]), 2);
});

test('a knock is no ending, and the end does not say twice what the board shows', () => {
  const lines = [DEALT, declared('knock'), declared('six_pairs'), CRASH, FOUR_LAID];
  const end = storyOf(lines, over([2, 1], [6, 4]), 1)?.steps.at(-1);
  assert.ok(end?.kind === 'end');
  assert.deepEqual(end.lines, [lines[2], CRASH, FOUR_LAID]);
  assert.deepEqual(said([...end.lines, declared('thirteen_straight')]), [lines[2], FOUR_LAID]);
});

test('points stand as they did before the deal, until it is told', () => {
  const table = over([2, 1], [6, 4]);
  const story = storyOf([DEALT, place(0, 1), place(1, null), place(2, 0)], table, 1);
  assert.ok(story);
  const after = (shown: number, perPlace: boolean): number[] => pointsAfter(table, story, shown, perPlace);
  assert.deepEqual(
    [after(0, true), after(1, true), after(2, true), after(3, true)],
    [
      [4, 3],
      [4, 4],
      [4, 4],
      [5, 4],
    ],
  );
  assert.deepEqual(after(3, false), [4, 3], 'and where places bring none of their own, until its end');
  assert.deepEqual(
    [after(4, true), after(4, false)],
    [
      [6, 4],
      [6, 4],
    ],
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
  const lines = [DEALT, place(1, 0), FOUL];
  const table = { deal: 2, scores: [4, 3], last: { points: [0, 0], void: true } } as unknown as Table;
  const story = storyOf(lines, table, 1);
  assert.deepEqual(story && pointsAfter(table, story, 1, true), [4, 3]);
});
