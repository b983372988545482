// What bots say of a deal: the one that made most or least of it, now and then, and never a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remark } from '../src/table/manners';

const DEALS = Array.from({ length: 30 }, (_, deal) => deal + 1);
const said = (made: readonly (number | undefined)[], bots: readonly (string | null)[]) =>
  DEALS.flatMap((deal) => remark(made, bots, deal) ?? []);

test('a bot speaks of one deal in three, of what it made of it, and not always the same', () => {
  const found = said([0, 3, 1], [null, 'Finch', 'Moss']);
  assert.equal(found.length, 10);
  assert.ok(found.every(({ seat, mood }) => seat === 1 && mood === 'won'));
  assert.equal(new Set(found.map(({ word }) => word)).size, 5);
  assert.ok(said([-4, 3, 1], ['Finch', null, null]).every(({ seat, mood }) => seat === 0 && mood === 'lost'));
});

test('nobody speaks where two are level, where only people stand out, and where nothing is known', () => {
  assert.deepEqual(said([2, 2, 0, 0], ['Finch', 'Moss', 'Rook', 'Dot']), []);
  assert.deepEqual(said([3, 1, 0], [null, 'Moss', null]), []);
  assert.deepEqual(said([undefined, 1, undefined], ['Finch', 'Moss', 'Dot']), []);
});
