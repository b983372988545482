// Worths as a review writes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure } from '../src/review/figure';

test('a worth has two digits, and what is next to nothing no sign', () => {
  assert.deepEqual([1.5, -0.375, -0.001, 0].map(figure), ['1.50', '-0.38', '0.00', '0.00']);
});
