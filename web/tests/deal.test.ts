// How cards are dealt: round the table, one at a time, and not for long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLIGHT, flights } from '../src/boards/deal';

test('cards go round the table, and each is dealt once', () => {
  assert.deepEqual(
    flights([2, 3, 1]).map(({ place, card }) => [place, card]),
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [1, 2],
    ],
  );
  assert.deepEqual(flights([0, 0]), []);
});

test('one leaves after the other, and a deal of any size is over within a second and a half', () => {
  for (const counts of [[3], [3, 3], [13, 13, 13, 13], Array<number>(8).fill(9)]) {
    const times = flights(counts).map(({ at }) => at);
    assert.ok(times.every((at, n) => n === 0 || at > (times[n - 1] ?? 0)));
    assert.ok((times.at(-1) ?? 0) + FLIGHT < 1500);
  }
});
