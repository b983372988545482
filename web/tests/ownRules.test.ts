// Rules of one's own: kept in the browser, passed on as a file or a link.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { allOwnRules, dropOwnRules, fromFile, fromLink, keepOwnRules, toFile, toLink, type OwnRules } from '../src/lib/ownRules';
import { pretend, storage } from './support';

const OURS: OwnRules = { title: 'Sunday & Co.', game: 'plain', preset: 'club', options: { target: 11, pot: 'stays' } };

let stored: Map<string, string>;
beforeEach(() => {
  ({ stored } = storage());
  pretend('location', { origin: 'https://table.example' });
});

test('rules come back from their file', () => {
  assert.deepEqual(fromFile(toFile(OURS)), OURS);
});

test('rules come back from their link, and stand behind its # where no server sees them', () => {
  const link = new URL(toLink(OURS));
  assert.equal(link.origin + link.pathname + link.search, 'https://table.example/new');
  assert.deepEqual(fromLink(link.hash), OURS);
});

test('what `prial rules save` writes is read', () => {
  const text =
    '# ours\ngame = "plain"\npreset = "club"\nname = "A \\"fine\\" one"\r\n\n[options]\ntarget = 11  # points\npot = "stays"\n';
  assert.deepEqual(fromFile(text), { ...OURS, title: 'A "fine" one' });
});

test('a preset and options may be left out', () => {
  assert.deepEqual(fromFile('{"game": "plain"}'), { title: '', game: 'plain', preset: '', options: {} });
  assert.deepEqual(fromLink('#game=plain'), { title: '', game: 'plain', preset: '', options: {} });
});

test('a title is trimmed, and no longer than 60 characters', () => {
  assert.equal(fromFile(JSON.stringify({ game: 'plain', title: `  ${'x'.repeat(99)}` }))?.title, 'x'.repeat(60));
});

for (const [why, text] of [
  ['it names no game', '{"title": "x"}'],
  ['it is no object', '[]'],
  ['it is not JSON', '{"game": "plain"'],
  ['it is not TOML of ours', 'game = plain'],
  ['TOML text has a bad escape', 'game = "\\q"'],
  ['options are a list', '{"game": "plain", "options": [1]}'],
  ['an option is no whole number', '{"game": "plain", "options": {"target": 1.5}}'],
  ['an option is an object', '{"game": "plain", "options": {"target": {}}}'],
  ['the preset is a number', '{"game": "plain", "preset": 3}'],
  [
    'it has more options than any game',
    JSON.stringify({ game: 'plain', options: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`o${at}`, 1])) }),
  ],
] as const)
  test(`a file is refused where ${why}`, () => {
    assert.equal(fromFile(text), undefined);
  });

test('a link without a game brings no rules', () => {
  assert.equal(fromLink(''), undefined);
  assert.equal(fromLink('#preset=club'), undefined);
});

test('kept rules replace those of their name and game, and no others', () => {
  keepOwnRules(OURS);
  keepOwnRules({ ...OURS, game: 'other' });
  const all = keepOwnRules({ ...OURS, options: { target: 7 } });
  assert.deepEqual(
    all.map((each) => [each.game, each.options['target']]),
    [
      ['other', 11],
      ['plain', 7],
    ],
  );
  assert.deepEqual(allOwnRules(), all);
  assert.deepEqual(dropOwnRules(OURS), [{ ...OURS, game: 'other' }]);
  assert.equal(allOwnRules().length, 1);
});

test('what a browser kept before is found under the same key', () => {
  stored.set('prial.houses', JSON.stringify([OURS]));
  assert.deepEqual(allOwnRules(), [OURS]);
});

test('what somebody else wrote into the storage is passed over', () => {
  stored.set('prial.houses', JSON.stringify([null, 3, { title: 'no game' }, OURS]));
  assert.deepEqual(allOwnRules(), [OURS]);
  stored.set('prial.houses', '{');
  assert.deepEqual(allOwnRules(), []);
});

test('where storage is closed there are none, and nothing breaks', () => {
  pretend('localStorage', undefined);
  assert.deepEqual(keepOwnRules(OURS), [OURS]);
  assert.deepEqual(allOwnRules(), []);
});
