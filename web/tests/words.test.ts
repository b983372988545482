// Sentences: their placeholders and their forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKey, t, words, type Entries } from '../src/words';
import { boards } from '../src/words/boards';
import { home } from '../src/words/home';
import { table } from '../src/words/table';

const ENGLISH = {
  greet: 'Hello {name}, hello {name}.',
  cards: { one: '{n} card', other: '{n} cards' },
  hand: { ordinal: true, one: '{n}st hand', two: '{n}nd hand', few: '{n}rd hand', other: '{n}th hand' },
} as const satisfies Entries;
const say = words(ENGLISH);

test('every place of a placeholder is filled', () => {
  assert.equal(say('greet', { name: 'Ann' }), 'Hello Ann, hello Ann.');
});

test('what is filled in is not filled again', () => {
  assert.equal(say('greet', { name: '{name}' }), 'Hello {name}, hello {name}.');
  assert.equal(say('greet', { name: '$&' }), 'Hello $&, hello $&.');
});

test('a nought is a number as any other', () => {
  assert.equal(say('cards', { n: 0 }), '0 cards');
});

test('one thing has its form, and a place in an order another', () => {
  assert.deepEqual(
    [1, 2, 21].map((n) => say('cards', { n })),
    ['1 card', '2 cards', '21 cards'],
  );
  assert.deepEqual(
    [1, 2, 3, 4, 11, 22].map((n) => say('hand', { n })),
    ['1st hand', '2nd hand', '3rd hand', '4th hand', '11th hand', '22nd hand'],
  );
});

test("a part says the platform's words as well", () => {
  assert.equal(say('board.next'), t('board.next'));
});

test('whether there are words for a key of the server is known', () => {
  assert.ok(isKey('board.next'));
  assert.ok(!isKey('no.such.words'));
});

test('what every object has is no key', () => {
  assert.ok(!isKey('toString'));
});

test('no key of the platform stands in two files, so that none hides another', () => {
  const keys = [boards, home, table].flatMap((each) => Object.keys(each));
  assert.equal(new Set(keys).size, keys.length);
});
