// What a newcomer is told in the first deal of each game: when the moment of each step has come, and in which words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Guided, Moment, Tips } from '../src/boards/first';
import brag from '../src/games/brag/first';
import bragPoker from '../src/games/brag_poker/first';
import crash from '../src/games/crash/first';
import bus from '../src/games/stop_the_bus/first';
import xapXam from '../src/games/xap_xam/first';

type Any = Tips<{ Public: unknown; Guide: unknown; Odds: unknown; Event: unknown }>;
const ME = 1;
const guided = (tips: unknown, table: object, more: Partial<Moment> = {}): Guided | null =>
  (tips as Any)({ table, viewer: ME, locked: false, rules: {}, ...more });
const at = (...given: Parameters<typeof guided>): number | undefined => guided(...given)?.at;

const SETTLED = {};
/** A deal of each game as its first step finds it, and as it is over. */
const FRESH = {
  brag: [brag, { phase: 'bet', playing: [0, 1], open: [false, false], folded: [], holder: null, last: null }],
  bragPoker: [bragPoker, { phase: 'bet', round: 1, playing: [0, 1], last: null }],
  crash: [crash, { phase: 'arrange', last: null }],
  bus: [bus, { phase: 'turn', playing: [0, 1], exchanges: [], stopped: null, last: null }],
  xapXam: [xapXam, { phase: 'set', dealer: 0, scores: [0, 0, 0], last: null }],
} as const;

test('a deal begins with the first step and ends with the third', () => {
  for (const [tips, table] of Object.values(FRESH)) {
    assert.equal(at(tips, table), 1);
    assert.equal(at(tips, { ...table, phase: 'next', last: SETTLED }), 3);
  }
});

test('while cards are shuffled there is nothing to tell', () => {
  for (const [tips, table] of Object.values(FRESH))
    for (const phase of ['dealer', 'deal']) assert.equal(at(tips, { ...table, phase }), undefined);
});

test('the second step is told when one has done the first', () => {
  const { brag: b, bragPoker: p, crash: c, bus: s, xapXam: x } = FRESH;
  assert.equal(at(b[0], { ...b[1], open: [true, false] }), 1);
  assert.equal(at(b[0], { ...b[1], open: [false, true] }), 2);
  assert.equal(at(b[0], { ...b[1], folded: [ME] }), 2);
  assert.equal(at(p[0], { ...p[1], phase: 'draw' }), 2);
  assert.equal(at(p[0], { ...p[1], round: 2 }), 2);
  assert.equal(at(c[0], c[1], { locked: true }), 2);
  assert.equal(at(c[0], { ...c[1], phase: 'call' }), 2);
  assert.equal(at(s[0], { ...s[1], exchanges: [{ seat: 0 }] }), 1);
  assert.equal(at(s[0], { ...s[1], exchanges: [{ seat: 0 }, { seat: ME }] }), 2);
  assert.equal(at(s[0], { ...s[1], stopped: 0 }), 2);
  assert.equal(at(x[0], x[1], { locked: true }), 2);
});

test('whoever isn’t dealt in is told nothing of how one plays', () => {
  for (const [tips, table] of [FRESH.brag, FRESH.bragPoker, FRESH.bus])
    assert.equal(at(tips, { ...table, playing: [0] }), undefined);
});

test('what is told at the end goes by the table', () => {
  const [, table] = FRESH.xapXam;
  const end = (dealt: number, compare: string, over = false): string => {
    const dealer = over ? dealt : (dealt + 1) % 3; // when a deal is over the next dealer is named, unless the game is over
    return guided(xapXam, { ...table, dealer, last: { over } }, { rules: { compare } })?.steps[2].text ?? '';
  };
  for (const over of [false, true]) {
    assert.match(end(0, 'dealer', over), /with the dealer/);
    assert.match(end(ME, 'dealer', over), /with everybody/);
  }
  assert.match(end(0, 'everyone'), /with everybody/);
  const stays = guided(brag, { ...FRESH.brag[1], holder: 0, last: SETTLED })?.steps[2].title;
  assert.equal(stays, 'The pot stays');
});

test('each step is short', () => {
  for (const [tips, table] of Object.values(FRESH))
    for (const { title, text } of guided(tips, table)?.steps ?? []) {
      assert.ok(title.length <= 34 && text.length <= 112, `${title}: ${text}`);
      assert.ok(!/[.!?]$/.test(title), title);
    }
});
