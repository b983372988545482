// A finished game that is gone through: its moments, how long each stands, and how it plays by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import { beginning, pause, unroll } from '../src/replay/frames';
import { Playing } from '../src/replay/playing.svelte';
import type { Replay } from '../src/lib/api';
import type { Line, Scene } from '../src/wire/messages';
import { storage, told } from './support';

const line = (text: string, type = 'any', more: Partial<Line> = {}): Line => ({ ...told({ type, seat: 0 }, text), ...more });
const update = (lines: Line[], key: string | null = null): unknown => ({
  scene: { key, waiting: key === null ? [] : [0] } as unknown as Scene,
  lines,
  asked: null,
});
const replay = (...updates: unknown[]): Replay => ({ table: { game: 'none' }, updates }) as unknown as Replay;
const DEAL = (n: number): Line => line(`Deal ${n}.`, 'core.dealt', { weight: 'deal' });

test('what tells nobody anything is no moment, and a deal begins at its first question', () => {
  const all = unroll(
    replay(
      update([line('begun')]),
      update([DEAL(1)]),
      update([]),
      update([line('a')], 'k1'),
      update([DEAL(2)]),
      update([line('b')], 'k2'),
    ),
  );
  assert.deepEqual(
    all.frames.map(({ deal, told: lines }) => [deal, lines]),
    [
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 4],
      [2, 5],
    ],
  );
  assert.deepEqual([beginning(all.frames, 1), beginning(all.frames, 2), beginning(all.frames, 3)], [2, 4, -1]);
});

test('a moment stands the longer the more there is to read and to decide, and never too long', () => {
  const all = unroll(
    replay(update([line('x')]), update([line('x'.repeat(40))]), update([line('x')], 'k'), update([line('x'.repeat(999))])),
  );
  const [short = 0, long = 0, asks = 0, most = 0] = all.frames.map((_, at) => pause(all, at));
  assert.ok(short < asks && asks < long && long < most && most <= 6000);
});

test('it plays to its end and stops there; a showdown is waited for, and a step by hand stops it', (context) => {
  storage();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const all = unroll(replay(update([line('a')]), update([line('b')]), update([line('c')])));
  const close = $effect.root(() => {
    const playing = new Playing(() => all);
    flushSync();
    const pass = (ms: number): void => {
      context.mock.timers.tick(ms);
      flushSync();
    };
    playing.toggle();
    flushSync();
    pass(pause(all, 0));
    assert.deepEqual([playing.at, playing.onward, playing.running], [1, true, true]);
    playing.limit = 1;
    flushSync();
    pass(60_000);
    assert.equal(playing.at, 1, 'the board shows how the deal ended');
    playing.limit = null;
    playing.speed = 4;
    flushSync();
    pass(pause(all, 1) / 4);
    assert.deepEqual([playing.at, playing.running], [2, false], 'at the end');
    playing.toggle();
    flushSync();
    assert.deepEqual([playing.at, playing.running], [0, true], 'and from the beginning');
    playing.to(1);
    flushSync();
    pass(60_000);
    assert.deepEqual([playing.at, playing.running], [1, false]);
  });
  close();
});
