// Hands of five, five and three: what they are, and how they are arranged. The cards are those of tests/arrange/shaped.py.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arranging } from '../src/arrange/arranging.svelte';
import { Judge } from '../src/arrange/judge';
import { disorderOf, shortOf, stateOf, type Manner } from '../src/arrange/manner';
import { FAN, Tray } from '../src/arrange/tray.svelte';
import type { Hands } from '../src/wire/messages';
import shaped from './shaped.json';
import { packed } from './support';

const HANDS: Hands = shaped;
const NAMES = ['lower', 'middle', 'upper'];
const LOWER = ['As', 'Ah', 'Kd', 'Kh', 'Kc'];
const MIDDLE = ['Qs', '9h', '9d', '5c', '5d'];
const UPPER = ['Js', 'Ts', '2h'];

/** A game that has no rule but the order. */
function manner(more?: Partial<Manner>): Manner {
  return {
    judge: new Judge(HANDS),
    strict: true,
    place: (at) => NAMES[at] ?? '',
    hand: (at) => `${NAMES[at]} hand`,
    disorder: ({ first, second }, level) => `${second} ${level ? 'levels' : 'beats'} ${first}`,
    advice: (tray) => ({ block: shortOf(tray), warn: disorderOf(tray) }),
    read: (action) => ({ hands: action.split(' ').map((hand) => hand.match(/../g) ?? []), claim: '' }),
    write: ({ hands, claim }) => [...hands.map((hand) => hand.join('')), claim].join(' ').trim(),
    ...more,
  };
}
function laid(places: string[][], more?: Partial<Manner>): Tray {
  const tray = new Tray(manner(more));
  places.forEach((cards, at) => tray.put(cards, at));
  return tray;
}
function arranging(places: string[][]): Arranging {
  const glide = (make: () => void): Promise<void> => {
    make();
    return Promise.resolve();
  };
  return new Arranging(laid(places), glide, () => {});
}

/** Every way to take so many, in the table's order. */
function ways(cards: readonly string[], size: number): string[][] {
  if (!size) return [[]];
  return cards.flatMap((card, at) => ways(cards.slice(at + 1), size - 1).map((rest) => [card, ...rest]));
}

for (const { size, strengths } of HANDS.sizes)
  test(`every hand of ${size} is found, however its cards lie`, () => {
    const judge = new Judge(HANDS);
    const bytes = Buffer.from(strengths, 'base64');
    const zone = HANDS.shape.indexOf(size);
    const all = ways(HANDS.cards, size);
    assert.equal(all.length, bytes.length / 2);
    all.forEach((hand, at) => assert.equal(judge.strength(hand.reverse(), zone), bytes.readUInt16LE(2 * at), hand.join(' ')));
  });

test('each place is named, and a hand of three is none where five belong', () => {
  const { judged } = laid([LOWER, MIDDLE, UPPER]);
  assert.deepEqual(
    judged.map((hand) => [hand.label, hand.beats]),
    [
      ['full house, K', -1],
      ['two pairs, 9', -1],
      ['high, J', -1],
    ],
  );
  assert.deepEqual(
    laid([UPPER, MIDDLE]).judged.map((hand) => hand.strength > 0),
    [false, true, false],
  );
  assert.equal(new Judge(HANDS).strongest, Math.max(...ways(HANDS.cards, 5).map((hand) => new Judge(HANDS).strength(hand, 0))));
});

test('a better hand behind a worse one is named, across sizes too', () => {
  const wrong = laid([MIDDLE, LOWER, UPPER]);
  assert.equal(disorderOf(wrong), 'middle hand beats lower hand');
  const { judged, manner } = laid([
    ['As', 'Js', 'Ts', '9h', '2h'],
    ['Qs', '9d', '5c', '5d', 'Ah'],
    ['Kd', 'Kh', 'Kc'],
  ]);
  assert.deepEqual(
    judged.map((hand) => hand.beats),
    [-1, 0, 0],
  );
  assert.deepEqual(
    judged.map((hand) => stateOf(hand, manner)),
    ['in order', 'beats lower', 'beats lower'],
  );
});

test('a hand that is as good stands, unless each must be better', () => {
  const same = [
    ['As', 'Kd', 'Qs', '9h', '5c'],
    ['Ah', 'Kh', 'Js', 'Ts', '2h'],
  ];
  const seven = HANDS.sizes.map(({ size }) => ({ size, strengths: packed(ways(HANDS.cards, size).map(() => 7)) }));
  const tie = { ...HANDS, sizes: seven };
  const free = laid(same, { judge: new Judge(tie) });
  const better = laid(same, { judge: new Judge(tie, { better: true }) });
  assert.deepEqual([free.judged[1]?.beats, better.judged[1]?.beats, better.judged[1]?.level], [-1, 0, true]);
  assert.equal(disorderOf(better), 'middle hand levels lower hand');
  assert.equal(stateOf(better.judged[1] ?? assert.fail(), better.manner), 'level with lower');
});

test('with a claim fewer places may have to be in order', () => {
  const tray = laid([['As', 'Ah', 'Js', 'Ts', '2h'], MIDDLE, ['Kd', 'Kh', 'Kc']], {
    claims: () => ['three straights'],
    compared: (claim) => (claim ? 2 : 3),
  });
  assert.deepEqual(
    tray.judged.map((hand) => hand.beats),
    [-1, 0, 0],
  );
  tray.claim = 'three straights';
  assert.deepEqual(
    tray.judged.map((hand) => hand.beats),
    [-1, 0, -1],
  );
  assert.match(tray.action, / three straights$/);
});

test('places take as many cards as belong there', () => {
  const tray = laid([LOWER, MIDDLE]);
  assert.equal(tray.put(['Js', 'Ts', '2h'], 2), null);
  assert.equal(tray.put(['Qs'], 2), 'full');
  assert.equal(tray.put(['Js'], 0), 'full');
  tray.put(['Qs'], FAN);
  assert.equal(tray.put(['Js'], 1), null);
});

test('put in order, hands change places only where as many cards belong', () => {
  const tray = laid([MIDDLE, LOWER, UPPER]);
  assert.ok(tray.canOrder);
  tray.order();
  assert.deepEqual(tray.places, [LOWER, MIDDLE, UPPER]);
  const kings = laid([['As', 'Ah', 'Qs', 'Js', 'Ts'], MIDDLE, ['Kd', 'Kh', 'Kc']]);
  kings.order();
  assert.deepEqual(kings.places[2], ['Kd', 'Kh', 'Kc']);
  assert.ok(disorderOf(kings) && !kings.canOrder, 'what no exchange mends is not offered to be');
});

test('whole hands change places where both fit, and not where one is too long', async () => {
  const by = arranging([MIDDLE, LOWER, UPPER]);
  by.tapZone(1);
  by.tapZone(0);
  assert.deepEqual(by.tray.places, [LOWER, MIDDLE, UPPER]);
  by.tapZone(0);
  by.tapZone(2);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(by.tray.places, [LOWER, MIDDLE, UPPER]);
  assert.match(by.note, /upper hand is full/);
});

test('what is too short is said, and by which name', () => {
  assert.match(shortOf(laid([LOWER, ['Qs', '9h']])), /middle hand/);
  assert.equal(arranging([LOWER, MIDDLE, UPPER]).lock(), 'AsAhKdKhKc Qs9h9d5c5d JsTs2h');
});
