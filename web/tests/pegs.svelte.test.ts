// Pegs of the score board: they walk as points are scored, and run home when the game is over.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { flushSync, tick } from 'svelte';
import type { Ended } from '../src/games/crash/walking.svelte';
import { pretend, storage } from './support';

const HOLES = 7;
const APART = 20;
before(() => {
  storage();
  pretend('requestAnimationFrame', (then: () => void) => then());
  pretend('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
});

interface Move {
  /** The hole whose peg it is, from 1. */
  hole: number;
  /** Where it begins, in holes left of that one; nothing where it stays. */
  from: number | null;
  begins: number;
  ends: number;
}

/** A row of holes; what moves on it is written down. */
async function row(score: number, ended: Ended = null) {
  const { walking } = await import('../src/games/crash/walking.svelte');
  const now = $state({ score, ended });
  const moves: Move[] = [];
  const children = Array.from({ length: HOLES }, (_, at) => ({
    offsetLeft: at * APART,
    offsetWidth: 10,
    animate: ([first]: Keyframe[], { duration, delay = 0 }: KeyframeAnimationOptions) => {
      const x = /translate\((-?[\d.]+)px/.exec(String(first?.['transform']))?.[1];
      const begins = delay;
      moves.push({ hole: at + 1, from: x === undefined ? null : -Number(x) / APART, begins, ends: begins + Number(duration) });
    },
  }));
  const close = $effect.root(() => {
    walking(
      () => now.score,
      () => now.ended,
    )({ children } as unknown as HTMLElement);
  });
  flushSync();
  return async (next: Partial<typeof now>): Promise<Move[]> => {
    moves.length = 0;
    Object.assign(now, next);
    flushSync();
    await tick();
    if (next.ended) close();
    return moves;
  };
}

test('a point moves the peg by a hole, and nothing else does', async () => {
  const to = await row(2);
  assert.deepEqual(
    (await to({ score: 3 })).map(({ hole, from }) => [hole, from]),
    [[3, 1]],
  );
  assert.deepEqual(await to({ score: 3 }), []);
  assert.deepEqual(await to({ score: 1 }), []);
});

test('at the end each peg runs from before its first hole to where it stands', async () => {
  for (const score of [1, 4, HOLES]) {
    const [run, ...more] = await (await row(score))({ ended: 'lost' });
    assert.deepEqual([run?.hole, run?.from, more], [score, score, []]);
  }
  assert.deepEqual(await (await row(0))({ ended: 'lost' }), []);
});

test('the winner is the last to come home, and is seen to', async () => {
  const [lost] = await (await row(5))({ ended: 'lost' });
  const [won, ring] = await (await row(HOLES))({ ended: 'won' });
  assert.ok(lost && won && ring);
  assert.ok(lost.ends < won.ends);
  assert.deepEqual([ring.hole, ring.from, ring.begins], [HOLES, null, won.ends]);
});

test('the last points are walked before the run, and all is over before the end takes the place of the board', async () => {
  const [walk, run, ring] = await (await row(2))({ score: HOLES, ended: 'won' });
  assert.ok(walk && run && ring);
  assert.equal(walk.ends, run.begins);
  assert.ok(ring.ends <= 2200, `${ring.ends}`);
});

test('who comes when it is over sees nothing run', async () => {
  assert.deepEqual(await (await row(HOLES, 'won'))({ score: HOLES }), []);
});

test('with less motion everything stays where it is', async () => {
  const { settings } = await import('../src/lib/settings.svelte');
  settings.motion = 'less';
  assert.deepEqual(await (await row(2))({ score: HOLES, ended: 'won' }), []);
  settings.motion = 'auto';
});
