// The first game of Crash: what is found, and what is said of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEALT, Lesson, OVER, PLAYERS, scoreOf, STEPS, WINS } from '../src/games/crash/lesson.svelte';
import { split } from '../src/cards/cards';

/** A lesson at the step where a hand is to be found. */
function finding(place: number): Lesson {
  const lesson = new Lesson();
  lesson.to(STEPS.indexOf('find') + place);
  return lesson;
}
const pickAll = (lesson: Lesson, cards: readonly string[]): boolean[] => cards.map((card) => lesson.pick(card));

test('the cards of a deal are dealt once each, thirteen to oneself', () => {
  const all = PLAYERS.flatMap((name) => DEALT[name].flatMap(split));
  assert.equal(new Set([...all, OVER]).size, 49);
  assert.equal(new Lesson().rest.length, 13);
});

test('the third card that is right lays the hand', () => {
  const lesson = finding(0);
  assert.deepEqual(pickAll(lesson, split(DEALT.you[0] ?? '')), [false, false, true]);
  assert.deepEqual([lesson.solved, lesson.laid, lesson.picked, lesson.rest.length], [true, 1, [], 10]);
  assert.ok(!lesson.pick('As'), 'and nothing more is picked');
});

test('three wrong cards are given back with a hint', () => {
  const lesson = finding(0);
  assert.deepEqual(pickAll(lesson, ['3s', '3h', 'As']), [false, false, false]);
  assert.deepEqual([lesson.solved, lesson.picked], [false, []]);
  assert.ok(lesson.hint);
});

test('a card is given up by a second touch', () => {
  const lesson = finding(0);
  pickAll(lesson, ['3s', '3s', '3h']);
  assert.deepEqual(lesson.picked, ['3h']);
});

test('the best pair with the wrong third card is said to be almost it', () => {
  const almost = finding(3);
  pickAll(almost, ['Jc', 'Jd', OVER]);
  const wrong = finding(3);
  pickAll(wrong, ['Jc', '4h', OVER]);
  assert.notEqual(almost.hint, wrong.hint);
});

test('each step finds the hands before it laid, also on the way back', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => finding(place).laid),
    [0, 1, 2, 3],
  );
  const lesson = new Lesson();
  lesson.to(STEPS.indexOf('order'));
  assert.deepEqual([lesson.laid, lesson.rest], [4, [OVER]]);
  lesson.to(STEPS.indexOf('end'));
  assert.equal(lesson.turned, WINS.length);
  lesson.to(0);
  assert.deepEqual([lesson.laid, lesson.turned], [0, 0]);
});

test('a place that several have best is nobody’s', () => {
  assert.deepEqual(
    PLAYERS.map((name) => scoreOf(name, WINS.length)),
    [2, 0, 1, 0],
  );
  assert.equal(scoreOf('you', 0), 0);
});
