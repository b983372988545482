// Cards as the table writes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BACK, byRank, bySuit, codeOf, indexOf, nameOf, namesOf, rankOf, setOf, split, suitOf } from '../src/cards/cards';
import { pieces, withSuits } from '../src/table/talk';

const PACK = Array.from({ length: 52 }, (_, card) => codeOf(card));

test('a text is read two letters at a time', () => {
  assert.deepEqual(split('AsAhTd'), ['As', 'Ah', 'Td']);
  assert.deepEqual(split(''), []);
});

test('the server counts the pack from the two of clubs, suit by suit within a rank', () => {
  assert.deepEqual([PACK[0], PACK[1], PACK[4], PACK[51]], ['2c', '2d', '3c', 'As']);
  assert.equal(new Set(PACK).size, 52);
  assert.deepEqual(
    PACK.map((code) => rankOf(code) * 4 + suitOf(code)),
    [...PACK.keys()],
  );
});

test('a ten has two figures in its corner, everything else one letter', () => {
  assert.deepEqual(['Th', '9c', 'As', BACK].map(indexOf), ['10', '9', 'A', '?']);
});

test('a card is read out by its name, and a face-down one as what it is', () => {
  assert.equal(nameOf('3s'), 'three of spades');
  assert.equal(nameOf('Th'), 'ten of hearts');
  assert.equal(namesOf(['Ac', '2d']), 'ace of clubs, two of diamonds');
  assert.doesNotMatch(nameOf(BACK), / of /);
  assert.equal(new Set(PACK.map(nameOf)).size, 52);
});

test('by rank the best stands first, and suits keep together within a rank', () => {
  assert.deepEqual(['2c', 'Ah', 'As', 'Td', '9s'].sort(byRank), ['As', 'Ah', 'Td', '9s', '2c']);
});

test('by suit black and red take turns, the best of each first', () => {
  const suits = PACK.toSorted(bySuit).map((code) => code[1]);
  assert.equal(suits.filter((suit, at) => suit !== suits[at - 1]).length, 4, 'each suit stands together');
  const order = [...new Set(suits)];
  const red = order.map((suit) => suit === 'd' || suit === 'h');
  assert.ok(red.every((each, at) => at === 0 || each !== red[at - 1]));
  assert.deepEqual(['2s', 'As', 'Ks'].sort(bySuit), ['As', 'Ks', '2s']);
});

test('the same cards are the same set, however they lie', () => {
  assert.equal(setOf(['As', '2c', 'Kd']), setOf(['Kd', 'As', '2c']));
  assert.notEqual(setOf(['As', '2c']), setOf(['As', '2d']));
  const laid = ['As', '2c'];
  setOf(laid);
  assert.deepEqual(laid, ['As', '2c'], 'and stay as they lie');
});

test('a log has names and cards apart, and says the same', () => {
  const text = 'Ann shows AsKdTh 2c, and Anna-Lu beats Ann (Eve) by Thị';
  const found = pieces(text, ['Ann', 'Anna-Lu', '', 'Eve (2)']);
  assert.deepEqual(
    found.filter((piece) => piece.is === 'name').map((piece) => piece.text),
    ['Ann', 'Anna-Lu', 'Ann'],
  );
  assert.deepEqual(
    found.flatMap((piece) => (piece.is === 'card' ? [[piece.text, piece.suit]] : [])),
    [
      ['A♠', 3],
      ['K♦', 1],
      ['10♥', 2],
      ['2♣', 0],
    ],
  );
  const again = found.map((piece) => piece.text).join('');
  assert.equal(again, withSuits(text).replaceAll('\u00a0', ' '));
  assert.deepEqual(pieces('', ['Ann']), []);
});

test('a sentence of the server shows cards by their signs, with a dot between hands', () => {
  assert.equal(withSuits('Ann shows As Th 2d'), 'Ann shows A♠ · 10♥ · 2♦');
});
