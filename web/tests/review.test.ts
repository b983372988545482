// What a review says: worths as they are written, what a loss is called, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reason as betReason } from '../src/betting/reason';
import { reason as busReason } from '../src/games/stop_the_bus/reason';
import type { ReviewDeal } from '../src/lib/api';
import { figure } from '../src/review/figure';
import { gradeOf, rowReasons } from '../src/review/reasons';

const deal = (more: Partial<ReviewDeal>): ReviewDeal => ({ verdict: 'lost', rows: [], why: '', lost: 1, ...more }) as ReviewDeal;
const row = (wins: number, best_wins: number, best = 'pair of kings') => ({ label: 'ace-high flush', wins, best, best_wins });

test('a worth has two digits, and what is next to nothing no sign', () => {
  assert.deepEqual([1.5, -0.375, -0.001, 0].map(figure), ['1.50', '-0.38', '0.00', '0.00']);
});

test('a loss is called by what part it is of what the deal is about', () => {
  const called = (lost: number): string => gradeOf(deal({ lost }), { stake: 10 });
  assert.deepEqual([0.9, 1, 5, 5.1].map(called), ['slip', 'mistake', 'mistake', 'costly']);
  assert.equal(gradeOf(deal({ verdict: 'even', lost: 9 }), { stake: 10 }), 'even');
});

test('where a setting loses, each hand that would win more is named, the greatest gain first, and then its price', () => {
  const rows = [row(0.9, 0.61), row(0.5, 0.5), row(0.24, 0.3), row(0.1, 0.51)];
  assert.deepEqual(
    rowReasons(deal({ rows }), (at) => `Hand ${at + 1}`),
    [
      'Hand 4: your ace-high flush wins 10 times in 100; pair of kings would win 51.',
      'Hand 3: your ace-high flush wins 24 times in 100; pair of kings would win 30.',
      'Hand 1 pays for that: with pair of kings instead of your ace-high flush it wins 61 times in 100, not 90.',
    ],
  );
});

test('two hands of one name are told apart by where they are shown', () => {
  const same = 'ace-high flush';
  assert.deepEqual(rowReasons(deal({ rows: [row(0.09, 0.13, same), row(0.5, 0.3, same)] }), String), [
    '0: your ace-high flush wins 9 times in 100; the better one, shown below, would win 13.',
    '1 pays for that: with the ace-high flush shown below it wins 30 times in 100, not 50.',
  ]);
});

test('where no hand by itself wins more, all together do; where hands do not decide, the rule is named', () => {
  assert.deepEqual(rowReasons(deal({ rows: [row(0.5, 0.505), row(0.6, 0.5)] }), String), [
    'One by one, the hands below win about as often as yours, but together they earn more.',
  ]);
  assert.deepEqual(rowReasons(deal({ why: 'Six pairs would have won.' }), String), ['Six pairs would have won.']);
  assert.deepEqual(rowReasons(deal({ verdict: 'best', rows: [row(0.5, 0.5)] }), String), []);
});

test('a fold, a bet and an exchange are explained by how often they win', () => {
  const bets = (more: Partial<ReviewDeal>): string => betReason(deal({ declared: 'bet 4', best_declared: 'bet 8', ...more }));
  assert.equal(
    bets({ declared: 'fold', wins: 0, best_wins: 0.62 }),
    'Folding gives up a hand that wins 62 times in 100 against these bets.',
  );
  assert.match(bets({ best_declared: 'fold', wins: 0.11, best_wins: 0 }), /wins 11 times in 100 .* not often enough/);
  assert.match(bets({ wins: 0.3, best_wins: 0.5 }), /wins 30 times in 100 .* the better way wins 50\./);
  assert.match(bets({ wins: 0.48, best_wins: 0.5 }), /about 48 times/);
  assert.match(bets({ verdict: 'best', wins: 0.8, best_wins: 0.8 }), /you win 80 times/);
  assert.match(bets({ verdict: 'best', declared: 'fold', wins: 0, best_wins: 0 }), /Folding was right/);
  assert.equal(bets({ verdict: 'even', declared: 'fold', wins: 0, best_wins: 0.2 }), '');
  assert.match(busReason(deal({ wins: 0.4, best_wins: 0.7 })), /ahead 40 times in 100; the better way, 70/);
});
