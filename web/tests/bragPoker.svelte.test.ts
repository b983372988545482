// Brag Poker: pots and prices as everybody sees them, cards that are being changed, and a deal that is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import type { Drafts } from '../src/boards/types';
import { changing, type Changing } from '../src/games/brag_poker/changing.svelte';
import { allIn, blindsOf, paidOf, potsOf, putInOf } from '../src/games/brag_poker/pots';
import { blindOf, callText, changedBy, deedOf, doingOf, ideaText, paidBy, raiseText } from '../src/games/brag_poker/sentences';
import { historyOf, labelOf, storyOf, type Line } from '../src/games/brag_poker/story';
import type { Award, Guide, Limit, Part, Stake, Table } from '../src/wire/games/brag_poker';
import { told } from './support';

const full = (credit: number): Part => ({ credit, halved: false });
const half = (credit: number): Part => ({ credit, halved: true });

function tableOf(stakes: Part[][], chips: number[], more: Partial<Table> = {}, betting: Partial<Limit> = {}): Table {
  const seats = [...stakes.keys()];
  return {
    phase: 'bet',
    deal: 1,
    round: 1,
    dealer: stakes.length - 1,
    playing: seats,
    folded: [],
    sitting_out: [],
    open: seats.map(() => true),
    changed: seats.map(() => null),
    chips,
    did: [],
    last: null,
    betting: { stakes, stands: 0, before: 0, step: 4, opened: true, raises: 0, acted: [], ...betting },
    ...more,
  } as Partial<Table> as Table;
}

// --- chips ---------------------------------------------------------------------------------------------------------------------

test('half of what lies below a level is counted, rounded up, part by part', () => {
  const stake = [full(2), half(3), full(4)];
  assert.deepEqual([paidOf(stake), paidOf(stake, 5), paidOf(stake, 4), paidOf(stake, 3), paidOf(stake, 0)], [8, 4, 3, 3, 0]);
});

test('what was put in in a round is told from what was put in before', () => {
  const betting = tableOf([[full(2), half(5)]], [9], {}, { before: 2 }).betting;
  assert.deepEqual(putInOf(betting, 0), { chips: 3, credit: 5 });
  assert.equal(paidBy(tableOf([[full(2), half(5)]], [9], {}, { before: 2 }), 0), 'in: 3, counts as 5');
  assert.equal(paidBy(tableOf([[full(2)]], [9]), 0), 'in: 2');
  assert.equal(paidBy(tableOf([[full(2)]], [9], {}, { before: 2 }), 0), '');
});

test('one pot holds everything while nobody is all-in, however much each has put in', () => {
  assert.deepEqual(potsOf(tableOf([[full(2)], [full(6)], [full(1)]], [9, 9, 9])), [{ chips: 9, seats: [0, 1, 2] }]);
});

test('whoever is all-in closes a pot at the credit that was reached', () => {
  // A blind raise with the last 5, a call with the last 5, a blind call for half
  const table = tableOf(
    [
      [half(2), full(4)],
      [full(1), full(4)],
      [full(2), half(4)],
    ],
    [0, 0, 1],
  );
  assert.deepEqual(potsOf(table), [
    { chips: 13, seats: [0, 1, 2] },
    { chips: 1, seats: [0, 2] },
  ]);
});

test('chips of those who folded lie in the pots that they reached, and those who folded win none', () => {
  const table = tableOf([[full(3)], [full(8)], [full(8)], [full(5)]], [0, 9, 9, 9], { folded: [3] });
  assert.deepEqual(potsOf(table), [
    { chips: 12, seats: [0, 1, 2] },
    { chips: 12, seats: [1, 2] },
  ]);
  assert.deepEqual([allIn(table, 0), allIn(table, 1)], [true, false]);
});

test('of two players the dealer puts in the small blind', () => {
  assert.deepEqual(blindsOf(tableOf([[], [], []], [9, 9, 9])), [0, 1]);
  assert.deepEqual(blindsOf(tableOf([[], []], [9, 9])), [1, 0]);
});

// --- words ---------------------------------------------------------------------------------------------------------------------

const stake = (more: Partial<Stake> = {}): Stake => ({
  call: 0,
  raises: null,
  why_not: null,
  opens: false,
  blind: false,
  ...more,
});
const OWING = tableOf([[full(1)], [full(6)]], [20, 20], {}, { stands: 6 });

test('a button says what it costs, and of what that is half', () => {
  assert.equal(callText(OWING, 0, stake()), 'Check');
  assert.equal(callText(OWING, 0, stake({ call: 5 })), 'Call 5');
  assert.equal(callText(OWING, 0, stake({ call: 3, blind: true })), 'Call 3 (half of 5)');
  assert.equal(callText({ ...OWING, chips: [2, 20] }, 0, stake({ call: 2, blind: true })), 'Call with your last 2');
});

test('a raise says to what it goes; where nothing stands it is a bet', () => {
  assert.equal(raiseText(OWING, 0, stake({ call: 5 }), 9), 'Raise to 10: 9');
  assert.equal(raiseText(OWING, 0, stake({ call: 3, blind: true }), 7), 'Raise to 10: 7');
  assert.equal(raiseText(OWING, 0, stake({ call: 5 }), 20), 'Raise with your last 20');
  assert.equal(raiseText(OWING, 0, stake({ opens: true }), 8), 'Bet 8');
  assert.equal(raiseText(OWING, 0, stake({ opens: true }), 20), 'Bet your last 20');
});

test('what a seat did last stands before it, and at first its blind', () => {
  const did = [{ seat: 0, what: 'call', chips: 3, blind: true, cards: 0, round: 1 }] as Table['did'];
  const table = tableOf([[], [], []], [9, 9, 9], { did });
  assert.deepEqual([deedOf(table, 0), deedOf(table, 1), deedOf(table, 2)], ['calls 3', 'big blind', '']);
  assert.equal(blindOf(table, 0)?.title, 'small blind');
});

test('what a seat did in the draw is called the same as its last action and as a fact, below “You” too', () => {
  const did = [{ seat: 0, what: 'change', chips: 0, cards: 0 }] as unknown as Table['did'];
  const table = tableOf([[full(2)], [full(2)]], [9, 9], { did, changed: [0, 2] });
  assert.deepEqual([deedOf(table, 0), changedBy(table, 0), changedBy(table, 1)], ['kept all', 'kept all', '2 new']);
});

test('how a seat is in the deal is said by its state', () => {
  const table = tableOf([[full(2)], [full(2)], [full(2)]], [0, 9, 9], { folded: [2], open: [true, false, true] });
  const said = (seat: number, decides = false): string => doingOf(table, seat, decides)?.text ?? '';
  assert.deepEqual([said(0), said(1), said(2), said(1, true)], ['all-in', 'blind', 'folded', 'blind, to bet']);
});

test('a suggestion is said as its button is', () => {
  assert.deepEqual(['check', 'look', 'change none', 'change 2'].map(ideaText), ['Check', 'Look', 'Keep all', 'Change 2']);
  assert.equal(ideaText('change Kd 2c'), 'Change K♦\u00a02♣');
});

// --- cards to change -----------------------------------------------------------------------------------------------------------

/** A board that changes cards; what a test changes stands in `now`. */
function board(guide: Partial<Guide>, kept: Readonly<Record<string, string>> = {}) {
  const now = $state({ guide: guide as Guide | null, deal: 1 });
  const drafts = new Map(Object.entries(kept));
  const storage: Drafts = {
    load: (key) => drafts.get(key) ?? null,
    keep: (key, text) => (text === null ? drafts.delete(key) : drafts.set(key, text)),
  };
  let draw: Changing | undefined;
  $effect.root(() => {
    draw = changing(
      () => now.guide,
      () => ['Kd', '9s', '2c'],
      () => now.deal,
      () => storage,
    );
  });
  flushSync();
  assert.ok(draw);
  return { now, drafts, draw };
}

test('cards are chosen one by one, up to all, and none are kept all', () => {
  const { draw, drafts } = board({ changes: 3, unseen: false });
  assert.deepEqual([draw.now, draw.count, draw.action], [true, 0, 'change none']);
  for (const card of ['Kd', '2c']) draw.picked.toggle(card);
  assert.deepEqual([draw.count, draw.action, drafts.get('1.change')], [2, 'change Kd 2c', 'Kd2c']);
  draw.undo();
  assert.deepEqual([draw.action, drafts.size], ['change none', 0]);
});

test('a kept choice is found again in its deal', () => {
  const { draw, now } = board({ changes: 3, unseen: false }, { '1.change': '9s2c' });
  assert.equal(draw.action, 'change 9s 2c');
  now.deal = 2;
  flushSync();
  assert.equal(draw.action, 'change none');
});

test('whoever has not looked changes a number of cards, where the table allows it', () => {
  const { draw } = board({ changes: 3, unseen: true });
  draw.take(2);
  assert.deepEqual([draw.count, draw.action], [2, 'change 2']);
  draw.undo();
  assert.equal(draw.action, 'change none');
  const none = board({ changes: 0, unseen: false }).draw;
  assert.deepEqual([none.now, none.most, none.action], [true, 0, 'change none']);
});

test('a suggestion is chosen, and not done', () => {
  const open = board({ changes: 3, unseen: false }).draw;
  open.suggested('change 9s 2c');
  assert.equal(open.action, 'change 9s 2c');
  open.suggested('change none');
  assert.equal(open.action, 'change none');
  const blind = board({ changes: 3, unseen: true }).draw;
  blind.suggested('change 3');
  assert.equal(blind.action, 'change 3');
});

// --- a deal that is over -------------------------------------------------------------------------------------------------------

const line = (event: object, text = ''): Line => told(event as Line['event'], text);
const DEALT = line({ type: 'brag_poker.dealt' });
const CALLED = line({ type: 'brag_poker.put_in', seat: 0 }, 'Ann calls with 2.');
const shown = (seat: number): Line => line({ type: 'brag_poker.shown', seat, cards: 'AsAhKd', label: 'pair of aces' });
const won = (winner: number, side: boolean): Line => line({ type: 'brag_poker.won', winner, chips: 9, side });
const award = (winner: number): Award => ({ chips: 9, winners: [winner], coverer: null });
const over = (...awards: Award[]): Table => ({ deal: 3, last: { awards, shown: [] } }) as Partial<Table> as Table;

test('the winner’s hand is turned up last, and the log waits for it', () => {
  const lines = [DEALT, CALLED, shown(0), shown(1), shown(2), won(0, false), won(2, true)];
  const story = storyOf(lines, over(award(0), award(2)), 1);
  assert.deepEqual(
    story?.steps.map((step) => (step.kind === 'hand' ? step.seat : step.kind)),
    [1, 2, 0, 'pot', 'pot', 'end'],
  );
  assert.deepEqual([story.before, story.steps.map((step) => step.upTo)], [2, [2, 2, 5, 6, 7, 7]]);
});

test('where nobody shows, the pot is won at once', () => {
  const story = storyOf([DEALT, CALLED, won(0, false)], over(award(0)), 1);
  assert.deepEqual(
    story?.steps.map((step) => step.kind),
    ['pot', 'end'],
  );
  assert.equal(storyOf([DEALT], { ...over(), last: null }, 1), null);
});

test('the history is of this deal, and a hand is called what it was told as', () => {
  const held = (cards: string, label: string): Line => line({ type: 'brag_poker.held', cards, label });
  const lines = [
    DEALT,
    held('2c3c4c', 'of before'),
    DEALT,
    held('AsAhKd', 'pair of aces'),
    CALLED,
    held('AsAhAd', 'prial of aces'),
  ];
  assert.deepEqual(historyOf(lines), ['Ann calls with 2.']);
  assert.equal(labelOf(lines, ['Ad', 'Ah', 'As']), 'prial of aces');
  assert.equal(labelOf(lines, ['2c', '3c', '4c']), '');
});
