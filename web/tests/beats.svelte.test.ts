// The clock of a showdown: what is shown when, what shows it at once, and what may be told meanwhile.
import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import { flushSync } from 'svelte';
import type { Beats } from '../src/boards/beats.svelte';
import { BREATH, decisiveLast, HOLD, TURN, type Beat, type Story } from '../src/boards/story';
import { pretend, storage } from './support';

type Numbered = Beat & { n: number };
const story = (deal: string): Story<Numbered> => ({
  deal,
  before: 2,
  steps: [1, 2, 3].map((n) => ({ n, upTo: 2 + n, after: n * 100 })),
});

const quiet = false;
const frames: (() => void)[] = [];
/** Draws a frame. */
const frame = (): void => {
  for (const run of frames.splice(0)) run();
};
const heard = new Map<string, (event: unknown) => void>();
before(() => {
  storage();
  pretend('matchMedia', () => ({
    get matches() {
      return quiet;
    },
    addEventListener: () => undefined,
  }));
  pretend('addEventListener', (kind: string, run: (event: unknown) => void) => void heard.set(kind, run));
  pretend('requestAnimationFrame', (run: () => void) => void frames.push(run));
  pretend('removeEventListener', (kind: string) => void heard.delete(kind));
});

/** A board on which deals end; `at` lets time go by. */
async function board({ over = null as string | null, still = false } = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const { beats } = await import('../src/boards/beats.svelte');
  const now = $state({ over });
  const told: (number | null)[] = [];
  let showing: Beats<Numbered> | undefined;
  const close = $effect.root(() => {
    const current = $derived(now.over === null ? null : story(now.over));
    showing = beats(
      () => current,
      () => still,
      () => (lines) => void told.push(lines),
    );
  });
  const look = (): [shown: number[], fresh: number | null, through: boolean] => {
    flushSync();
    assert.ok(showing);
    return [showing.up.map(({ n }) => n), showing.fresh?.n ?? null, showing.through];
  };
  look();
  const end = (deal: string) => {
    now.over = deal;
    return look();
  };
  const after = (ms: number) => {
    mock.timers.tick(ms);
    return look();
  };
  return { showing, told, look, end, after, close };
}

test('each beat comes in its time after the one before, and the log keeps step', async () => {
  const { end, after, told, close } = await board();
  assert.deepEqual(end('1.1'), [[], null, false]);
  assert.deepEqual(after(BREATH - 1), [[], null, false]);
  assert.deepEqual(after(1), [[1], 1, false]);
  assert.deepEqual(after(199), [[1], 1, false]);
  assert.deepEqual(after(1), [[1, 2], 2, false]);
  assert.deepEqual(after(300), [[1, 2, 3], 3, true]);
  assert.deepEqual(told, [null, 2, 3, 4, null]);
  close();
});

test('a tap on the board or a key shows the rest, a frame each; one beside it or on a button doesn’t', async () => {
  const on = (what: string) => ({ closest: (selector: string) => (selector.includes(what) ? {} : null) });
  for (const [kind, event, skips] of [
    ['click', { target: on('.board') }, true],
    ['click', { target: on('.log') }, false],
    ['keydown', { key: ' ', target: on('.board'), preventDefault: () => undefined }, true],
    ['keydown', { key: 'Enter', target: on('button') }, false],
    ['keydown', { key: 'x', target: on('.board') }, false],
  ] as const) {
    const { end, after, look, close } = await board();
    end('1.1');
    after(BREATH);
    heard.get(kind)?.(event);
    assert.deepEqual(look(), [[1], skips ? null : 1, false], 'nothing is made in the middle of a press');
    const drawn = [1, 2].map(() => {
      frame();
      return look();
    });
    const shown = skips
      ? [
          [1, 2],
          [1, 2, 3],
        ]
      : [[1], [1]];
    assert.deepEqual(
      drawn,
      shown.map((each) => [each, skips ? null : 1, each.length === 3]),
      `${kind} ${'key' in event ? event.key : ''}`,
    );
    close();
  }
});

test('a deal that was over before, one that is to lie still, and any with little motion are there at once', async () => {
  const come = await board({ over: '1.1' });
  assert.deepEqual(come.look(), [[1, 2, 3], null, true]);
  assert.deepEqual(come.end('1.2')[2], false, 'and the next one is shown');
  come.close();
  const still = await board({ still: true });
  assert.deepEqual(still.end('1.1'), [[1, 2, 3], null, true]);
  still.close();
  const { settings } = await import('../src/lib/settings.svelte');
  settings.motion = 'less';
  const calm = await board();
  assert.deepEqual(calm.end('1.1'), [[1, 2, 3], null, true]);
  settings.motion = 'auto';
  calm.close();
});

test('a deal that begins while the last one is still being shown ends it', async () => {
  const { end, after, close } = await board();
  end('1.1');
  after(BREATH);
  assert.deepEqual(end('1.2'), [[], null, false]);
  assert.deepEqual(after(BREATH), [[1], 1, false]);
  close();
});

test('a beat takes 150 to 300 milliseconds', () => {
  for (const ms of [TURN, HOLD]) assert.ok(ms >= 150 && ms <= 300);
});

test('what decides comes last, and the rest stays in order', () => {
  const hands = ['b', 'A', 'c', 'B', 'd'];
  const upper = (hand: string): number => Number(hand === hand.toUpperCase());
  assert.deepEqual(decisiveLast(hands, upper), ['b', 'c', 'd', 'A', 'B']);
  assert.deepEqual([...decisiveLast(hands, upper)].sort(), [...hands].sort(), 'each once');
});
