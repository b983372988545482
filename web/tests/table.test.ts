// A table's page: what is on its way, half-done answers, and lines that are new.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { scoresOf } from '../src/boards/scores';
import { cutOf } from '../src/table/cut';
import { draftsOf } from '../src/table/drafts';
import { isUnderway, keptOf, refusedOf, sendingOf } from '../src/table/errands';
import { goneTo, mayPropose, proposed } from '../src/table/next';
import { heardOf, since } from '../src/table/since';
import type { Errand, Fate, Order } from '../src/lib/picture';
import type { Line, Scene } from '../src/wire/messages';
import { pretend, storage, told } from './support';

const errand = (order: Order['do'], fate: Fate, version = 0): Errand =>
  ({ id: `${order} ${fate}`, order: { do: order }, fate, text: '', code: '', version }) as Errand;

test('an answer is on its way until it is in the picture', () => {
  assert.equal(sendingOf([], 3), 'no');
  assert.equal(sendingOf([errand('act', 'sent')], 3), 'sending');
  assert.equal(sendingOf([errand('act', 'saved', 4)], 3), 'sending');
  assert.equal(sendingOf([errand('act', 'saved', 4)], 4), 'no');
  assert.equal(sendingOf([errand('unlock', 'kept'), errand('act', 'sent')], 3), 'kept');
});

test('what isn’t an answer, or was refused, keeps nobody from answering', () => {
  assert.equal(sendingOf([errand('say', 'sent'), errand('act', 'refused')], 3), 'no');
});

test('a refused suggestion is no news, and one that is asked for isn’t being saved', () => {
  const errands = [errand('suggest', 'refused'), errand('act', 'refused'), errand('suggest', 'sent')];
  assert.deepEqual(refusedOf(errands), [errands[1]]);
  assert.ok(!isUnderway(errands));
  assert.ok(!isUnderway([errand('odds', 'sent')]));
  assert.ok(isUnderway([...errands, errand('say', 'sent')]));
  assert.equal(keptOf([errand('say', 'kept'), errand('act', 'kept'), errand('act', 'sent')]), 2);
});

// --- another game --------------------------------------------------------------------------------------------------------------

test('a proposal leaves the number of players to the table', () => {
  const rules = { title: 'Ours', game: 'club', preset: 'house', options: { players: 6, pot: 'back' } };
  assert.deepEqual(proposed(rules), { do: 'propose', game: 'club', preset: 'house', options: { pot: 'back' }, title: 'Ours' });
});

test('a player proposes another game once one has begun, and where nothing is proposed', () => {
  const scene = (status: string, next: { table: string | null } | null = null): Scene => ({ status, next }) as unknown as Scene;
  assert.ok(mayPropose(scene('live'), 0));
  assert.ok(mayPropose(scene('over'), 2));
  assert.ok(!mayPropose(scene('live'), null));
  assert.ok(!mayPropose(scene('open'), 0));
  assert.ok(!mayPropose(scene('over', { table: null }), 0));
  assert.equal(goneTo(scene('over', { table: null })), null);
  assert.equal(goneTo(scene('over', { table: 'abc' })), '/t/abc');
});

// --- half-done answers ---------------------------------------------------------------------------------------------------------

beforeEach(() => void storage());

test('a draft is found under its own key, in its own round and at its own table', () => {
  let round = 1;
  const drafts = draftsOf('one', () => round);
  drafts.keep('7', 'half');
  assert.equal(draftsOf('one', () => 1).load('7'), 'half', 'also after a reload');
  assert.deepEqual([drafts.load('8'), draftsOf('two', () => 1).load('7')], [null, null]);
  round = 2;
  assert.equal(drafts.load('7'), null);
});

test('a draft that is given up is gone, and a newer one takes its place', () => {
  const drafts = draftsOf('one', () => 1);
  drafts.keep('7', 'half');
  drafts.keep('8', 'other');
  assert.deepEqual([drafts.load('7'), drafts.load('8')], [null, 'other']);
  drafts.keep('8', null);
  assert.equal(drafts.load('8'), null);
});

test('where nothing can be kept, and where nonsense was, there is no draft', () => {
  const drafts = draftsOf('one', () => 1);
  localStorage.setItem('prial.draft.one', '{');
  assert.equal(drafts.load('7'), null);
  pretend('localStorage', undefined);
  drafts.keep('7', 'half');
  assert.equal(drafts.load('7'), null);
});

// --- lines that are new --------------------------------------------------------------------------------------------------------

const lines = (...versions: number[]): { version: number }[] => versions.map((version) => ({ version }));

test('a line is new after all that were heard, also among those of one version', () => {
  const heard = heardOf(lines(1, 2, 2));
  assert.deepEqual(since(heard, lines(1, 2, 2)), []);
  assert.deepEqual(since(heard, lines(1, 2, 2, 2, 3)), lines(2, 3));
});

test('lines are new though as many old ones were let go', () => {
  assert.deepEqual(since(heardOf(lines(1, 2, 3)), lines(2, 3, 4)), lines(4));
});

test('what is held back and told later is new again, and everything after nothing', () => {
  assert.deepEqual(since(heardOf(lines(1)), lines(1, 2, 3)), lines(2, 3));
  assert.deepEqual(since(heardOf([]), lines(1)), lines(1));
});

// --- the cut for the first deal ------------------------------------------------------------------------------------------------

const line = (type: string, text = ''): Line => told({ type }, text);
const CUT = [line('core.cut', 'Ann cuts As.'), line('core.cut', 'Ben cuts 2d.'), line('core.cut_dealer', 'Ann deals first.')];
const DEAL: Line = { ...line('core.dealt'), weight: 'deal' };

test('the cut is shown until the second deal begins', () => {
  const before = line('table');
  assert.deepEqual(cutOf([]), []);
  assert.deepEqual(cutOf([before, DEAL]), []);
  assert.deepEqual(cutOf([before, ...CUT]), CUT);
  assert.deepEqual(cutOf([before, ...CUT, DEAL, line('core.hand')]), CUT);
  assert.deepEqual(cutOf([before, ...CUT, DEAL, DEAL]), []);
});

test('a second cut of those who were level is shown with the first, and that of an earlier game is not', () => {
  const again = [line('core.cut', 'Ann cuts As.'), line('core.cut_again', 'They cut again.'), ...CUT];
  assert.deepEqual(cutOf([...CUT, DEAL, DEAL, line('table'), ...again, DEAL]), again);
});

test('the plain board shows what a table tells of every seat, and nothing else of it', () => {
  const table = { chips: [3, 4], ledger: [0, -1], scores: [1], pot: 5, winners: [0, 1] };
  assert.deepEqual(
    scoresOf(table, 2).map(({ of, bySeat }) => [of, ...bySeat]),
    [
      ['chips', 3, 4],
      ['ledger', 0, -1],
    ],
  );
  assert.deepEqual(scoresOf(null, 2), []);
});
