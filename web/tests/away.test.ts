// Who is away, when a bot may be let play, and where somebody who comes in sits down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awayAt, mayCall } from '../src/table/away';
import { seatFree } from '../src/table/coming.svelte';
import type { Scene } from '../src/wire/messages';

const chair = (kind: string, more = {}) => ({ kind, next: '', away: false, ...more });
const scene = (status: string, ...seats: object[]): Scene => ({ status, seats }) as unknown as Scene;

test('who has no connection is away as long as no bot plays, and only while a game is on', () => {
  const seats = [chair('person'), chair('person'), chair('person', { away: true }), chair('bot')];
  const since = [null, 5000, 4000, 3000];
  assert.deepEqual(awayAt(scene('live', ...seats), since), [{ seat: 1, since: 5000 }]);
  assert.deepEqual(awayAt(scene('paused', ...seats), since), []);
  assert.deepEqual(awayAt(scene('live', ...seats), []), []);
});

test('a bot may be let play after ten seconds', () => {
  assert.ok(!mayCall(5000, 14_999));
  assert.ok(mayCall(5000, 15_000));
});

test('a seat can be had where it is empty, and a bot’s while no game is on', () => {
  assert.ok(seatFree(scene('open', chair('person'), chair('bot'))));
  assert.ok(!seatFree(scene('live', chair('person'), chair('bot'))));
  assert.ok(seatFree(scene('live', chair('person'), chair('open'))));
  assert.ok(!seatFree(scene('live', chair('person'), chair('open', { next: 'Ann' }))));
  assert.ok(!seatFree(scene('ended', chair('open'))));
});
