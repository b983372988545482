// Crash: what laid-out cards are, and the tray they lie in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAN } from '../src/arrange/tray.svelte';
import { readLay, writeLay } from '../src/games/crash/manner';
import type { Guide } from '../src/wire/games/crash';
import { CARDS, FOUR, tray } from './nineCards';

const judge = (more?: Partial<Guide>) => tray(more).judge;

// --- what cards are ------------------------------------------------------------------------------------------------------------

test('each three cards are looked up under the number that the table gives them', () => {
  const [first, second, third] = judge().judge([
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
    ['Kh', 'Qh', '9c'],
  ]);
  assert.deepEqual([first?.label, second?.label, third?.label], ['three aces', 'ace high', 'king high']);
});

test('a hand is the same hand, however its cards lie', () => {
  assert.equal(judge().judge([['Ad', 'As', 'Ah']])[0]?.strength, 900);
});

test('fewer than three cards are no hand, nor are cards of somebody else', () => {
  const [two, strange] = judge().judge([
    ['As', 'Ah'],
    ['As', 'Ah', '3c'],
  ]);
  assert.deepEqual([two?.strength, two?.allowed, strange?.strength], [0, false, 0]);
});

test('a hand under the least one wins no place, and one under the least that may be laid is not allowed', () => {
  const hands = [['Kh', '9c', '8c']];
  const [free] = judge().judge(hands);
  assert.deepEqual([free?.counts, free?.allowed], [false, true]);
  assert.equal(judge({ least_laid: 101 }).judge(hands)[0]?.allowed, false);
});

test('a hand that beats an earlier one says which, and an equal one does not', () => {
  const judged = judge().judge([
    ['Kh', 'Qh', '9c'],
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
  ]);
  assert.deepEqual(
    judged.map((hand) => hand.beats),
    [-1, 0, 0],
  );
  const equal = judge().judge([
    ['Kh', 'Qh', '8c'],
    ['Ac', '9c', '2d'],
  ]);
  assert.equal(equal[1]?.beats, -1);
});

test('an unfinished place is not beaten', () => {
  assert.equal(judge().judge([['2d'], ['As', 'Ah', 'Ad']])[1]?.beats, -1);
});

test('a fourth card has room only where the cards could be a hand of four', () => {
  assert.equal(judge().room(['As', 'Ah', 'Ad', 'Ac'], 0), 3);
  assert.equal(judge({ fours: [FOUR] }).room(['As', 'Ah'], 0), 4);
  assert.equal(judge({ fours: [FOUR] }).room(['As', 'Kh'], 0), 3);
  assert.equal(judge({ fours: [FOUR] }).judge([FOUR.cards])[0]?.label, 'four aces');
});

test('four of a rank may be knocked for once all four are laid, in whichever hands', () => {
  const ours = tray({ knock: [FOUR.cards] });
  ours.put(['As', 'Ah', 'Ad'], 0);
  assert.deepEqual(ours.claims, []);
  ours.put(['Ac'], 1);
  assert.deepEqual(ours.claims, ['knock']);
});

test('nothing can be laid only where no three cards reach the least hand', () => {
  const does = (more?: Partial<Guide>) => {
    const ours = tray(more);
    return ours.manner.does?.(ours);
  };
  assert.equal(does(), 'Lock in');
  assert.equal(does({ least_laid: 901 }), 'Lay nothing');
  assert.equal(does({ least_laid: 901, fours: [FOUR] }), 'Lock in');
});

test('a lay is written and read alike, with and without a knock', () => {
  const hands = [
    ['As', 'Ah', 'Ad'],
    ['Kh', 'Qh', '9c'],
  ];
  for (const claim of ['', 'knock']) assert.deepEqual(readLay(writeLay({ hands, claim })), { hands, claim });
  assert.equal(writeLay({ hands, claim: 'knock' }), 'lay AsAhAd KhQh9c knock');
  assert.equal(writeLay({ hands: [...hands, []], claim: '' }), 'lay AsAhAd KhQh9c');
  assert.deepEqual(readLay('lay'), { hands: [], claim: '' });
  assert.equal(readLay('six_pairs'), null);
});

// --- the tray ------------------------------------------------------------------------------------------------------------------

test('all cards lie in the fan first, and none is anywhere twice', () => {
  const ours = tray();
  assert.deepEqual(ours.left, CARDS);
  assert.ok(ours.empty);
  ours.put(['As', 'Kh'], 1);
  ours.put(['As'], 2);
  assert.deepEqual([ours.zone('As'), ours.zone('Kh'), ours.zone('2d')], [2, 1, FAN]);
  assert.deepEqual([...ours.places.flat(), ...ours.left].sort(), [...CARDS].sort());
});

test('a place holds its best card first', () => {
  const ours = tray();
  ours.put(['2d'], 0);
  ours.put(['Kh', 'As'], 0);
  assert.deepEqual(ours.places[0], ['As', 'Kh', '2d']);
});

test('a full place takes no more, and nothing moves', () => {
  const ours = tray();
  ours.put(['As', 'Ah', 'Ad'], 0);
  assert.equal(ours.put(['Kh'], 0), 'full');
  assert.deepEqual([ours.zone('Kh'), ours.places[0]], [FAN, ['As', 'Ah', 'Ad']]);
  assert.equal(ours.put(['Kh', 'Qh', '9c', '8c'], 1), 'full');
});

test('a fourth card fits where it makes a hand of four', () => {
  const ours = tray({ fours: [FOUR] });
  ours.put(['As', 'Ah', 'Ad'], 0);
  assert.equal(ours.put(['Kh'], 0), 'full');
  assert.equal(ours.put(['Ac'], 0), null);
});

test('cards that lie there already are not moved, and there is nothing to take back', () => {
  const ours = tray();
  assert.equal(ours.put([], 0), 'none');
  assert.equal(ours.put(['As'], FAN), 'none');
  ours.put(['As'], 0);
  assert.equal(ours.put(['As'], 0), 'none');
  ours.undo();
  assert.ok(ours.empty && !ours.canUndo);
});

test('two cards change places, with the fan too', () => {
  const ours = tray();
  ours.put(['As'], 0);
  ours.put(['Kh'], 1);
  ours.swap('As', 'Kh');
  assert.deepEqual([ours.zone('As'), ours.zone('Kh')], [1, 0]);
  ours.swap('Kh', '2d');
  assert.deepEqual([ours.zone('Kh'), ours.zone('2d')], [FAN, 0]);
});

test('two places change what lies there', () => {
  const ours = tray();
  ours.put(['As', 'Ah', 'Ad'], 0);
  ours.exchange(0, 2);
  assert.deepEqual(ours.places, [[], [], ['As', 'Ah', 'Ad']]);
});

test('each step is taken back, the last one first', () => {
  const ours = tray();
  ours.put(['As'], 0);
  ours.put(['Kh'], 1);
  ours.clear();
  ours.undo();
  assert.deepEqual(ours.places, [['As'], ['Kh'], []]);
  ours.undo();
  ours.undo();
  assert.ok(ours.empty && !ours.canUndo);
  ours.undo();
  assert.ok(ours.empty);
});

test('in order the best hand stands first, and what is no hand yet comes last', () => {
  const ours = tray();
  ours.put(['Kh', 'Qh'], 0);
  ours.put(['Ac', '8c', '2d'], 1);
  ours.put(['As', 'Ah', 'Ad'], 2);
  ours.order();
  assert.deepEqual(ours.places, [
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
    ['Kh', 'Qh'],
  ]);
});

test('an action of the table is laid out, and comes out as it went in', () => {
  const ours = tray();
  ours.fill('lay AsAhAd KhQh9c');
  assert.equal(ours.action, 'lay AsAhAd KhQh9c');
  assert.deepEqual(ours.left, ['Ac', '8c', '2d']);
});

for (const [why, action] of [
  ['a card of somebody else', 'lay AsAh3c'],
  ['a card twice', 'lay AsAhAd AsKhQh'],
  ['more hands than places', 'lay AsAh AdAc KhQh 9c8c'],
] as const)
  test(`an action with ${why} is not laid out`, () => {
    const ours = tray();
    ours.put(['2d'], 0);
    ours.fill(action);
    assert.deepEqual(ours.places, [['2d'], [], []]);
  });

test('a knock is said only while the four are laid and it is wanted', () => {
  const ours = tray({ knock: [FOUR.cards] });
  ours.fill('lay AsAhAd AcKhQh knock');
  assert.equal(ours.action, 'lay AsAhAd AcKhQh knock');
  ours.claim = '';
  assert.equal(ours.action, 'lay AsAhAd AcKhQh');
  ours.claim = 'knock';
  ours.put(['Ac'], FAN);
  assert.equal(ours.action, 'lay AsAhAd KhQh');
});

test('a draft is taken back with its knock, and begins without a past', () => {
  const ours = tray();
  ours.put(['As'], 1);
  ours.claim = '';
  const other = tray();
  other.put(['Kh'], 0);
  other.restore(ours.draft);
  assert.deepEqual([other.places, other.claim, other.canUndo], [[[], ['As'], []], '', false]);
});

test('a draft without a word on knocking knocks', () => {
  const ours = tray();
  ours.restore('{"places": [["As"]]}');
  assert.deepEqual([ours.places[0], ours.claim], [['As'], 'knock']);
});

test('a draft of other cards, or none at all, leaves everything as it lies', () => {
  const ours = tray();
  ours.put(['As'], 0);
  for (const draft of ['', 'null', '{}', '{"places": 3}', '{"places": [["3c"]]}', '{"places": [["As"], ["As"]]}']) {
    ours.restore(draft);
    assert.deepEqual(ours.places, [['As'], [], []], draft);
  }
});
