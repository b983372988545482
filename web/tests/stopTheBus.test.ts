// Stop the Bus: an exchange that is being chosen, and a deal that is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, made, mayPutBack, NOTHING, point, restore, type Choice } from '../src/games/stop_the_bus/choice';
import { ofThisDeal, storyOf, type Line } from '../src/games/stop_the_bus/story';
import type { Guide, Table } from '../src/wire/games/stop_the_bus';
import { told } from './support';

const MIDDLE = ['2c', '3c', '4c'];
const CARDS = ['As', 'Ah', 'Kd'];

function guide({ back = false, all = true } = {}): Guide {
  const exchanges = MIDDLE.flatMap((take) =>
    [...CARDS, ...(back ? [take] : [])].map((put) => ({ take, put, strength: 1, label: `${take} for ${put}` })),
  );
  return { middle: MIDDLE, cards: CARDS, exchanges, all: all ? { strength: 9, label: 'Run' } : null } as unknown as Guide;
}
const pointed = (of: Guide, ...cards: string[]): Choice => cards.reduce((choice, card) => point(of, choice, card), NOTHING);

test('one card of the middle and one of the hand make an exchange, in either order', () => {
  const wanted = { take: '3c', put: 'Kd' };
  assert.deepEqual(pointed(guide(), '3c', 'Kd'), wanted);
  assert.deepEqual(pointed(guide(), 'Kd', '3c'), wanted);
  assert.equal(made(guide(), wanted)?.label, '3c for Kd');
});

test('half an exchange makes nothing yet', () => {
  assert.equal(made(guide(), pointed(guide(), '3c')), null);
  assert.equal(made(guide(), pointed(guide(), 'Kd')), null);
});

test('a second card takes the place of the first, and a second touch gives it up', () => {
  assert.deepEqual(pointed(guide(), '2c', 'As', '3c', 'Kd'), { take: '3c', put: 'Kd' });
  assert.deepEqual(pointed(guide(), '2c', 'As', 'As'), { take: '2c', put: null });
  assert.deepEqual(pointed(guide(), '2c', 'As', '2c'), { take: null, put: 'As' });
});

test('a card that was to be put back is put back no more once another is taken', () => {
  const back: Choice = { take: '2c', put: '2c' };
  assert.deepEqual(point(guide({ back: true }), back, '3c'), { take: '3c', put: null });
  assert.deepEqual(point(guide({ back: true }), back, '2c'), NOTHING);
});

test('who would take all three takes one card with the next touch', () => {
  const all: Choice = { take: 'all', put: null };
  assert.equal(made(guide(), all)?.label, 'Run');
  assert.deepEqual(point(guide(), all, 'As'), { take: null, put: 'As' });
  assert.deepEqual(point(guide(), all, '2c'), { take: '2c', put: null });
});

test('a card may be put back only where the table offers it', () => {
  assert.ok(mayPutBack(guide({ back: true })));
  assert.ok(!mayPutBack(guide()));
});

test('an action is written as the game reads it', () => {
  assert.equal(actionOf({ take: '3c', put: 'Kd' }, false), 'take 3c put Kd');
  assert.equal(actionOf({ take: 'all', put: null }, true), 'take all stop the bus');
});

test('a kept choice comes back as far as it is still one', () => {
  assert.deepEqual(restore(guide(), null), NOTHING);
  assert.deepEqual(restore(guide(), '3c Kd'), { take: '3c', put: 'Kd' });
  assert.deepEqual(restore(guide(), '9c Kd'), { take: null, put: 'Kd' });
  assert.deepEqual(restore(guide(), '3c 9c'), { take: '3c', put: null });
  assert.deepEqual(restore(guide(), 'all'), { take: 'all', put: null });
  assert.deepEqual(restore(guide({ all: false }), 'all'), NOTHING);
  assert.deepEqual(restore(guide({ back: true }), '3c 3c'), { take: '3c', put: '3c' });
  assert.deepEqual(restore(guide(), '3c 3c'), { take: '3c', put: null });
});

// --- a deal that is over -------------------------------------------------------------------------------------------------------

const line = (event: object): Line => told(event as Line['event']);
const DEALT = line({ type: 'stop_the_bus.dealt' });
const MOVE = line({ type: 'stop_the_bus.exchanged', seat: 0 });
const shown = (seat: number): Line => line({ type: 'stop_the_bus.shown', seat, label: `hand ${seat}` });
const over = { deal: 4, last: { paid: [0, 0, 1] } } as unknown as Table;

test('the lines of a deal begin where it was dealt', () => {
  assert.deepEqual(ofThisDeal([DEALT, MOVE, DEALT, MOVE]), { from: 2, lines: [DEALT, MOVE] });
  assert.deepEqual(ofThisDeal([MOVE]), { from: 0, lines: [MOVE] });
});

test('a story shows hand by hand, those that pay last, then what it cost', () => {
  const lines = [DEALT, shown(0), DEALT, MOVE, shown(2), shown(1), line({ type: 'stop_the_bus.lost' })];
  const story = storyOf(lines, over, 3);
  assert.equal(story?.deal, '3.4');
  assert.deepEqual(
    story.steps.map((step) => (step.kind === 'hand' ? step.label : step.cue)),
    ['hand 1', 'hand 2', 'chips'],
  );
  assert.deepEqual([story.before, story.steps.map((step) => step.upTo)], [4, [4, 6, 7]]);
});

test('no story is told before a deal is over', () => {
  assert.equal(storyOf([DEALT], { ...over, last: null }, 1), null);
});
