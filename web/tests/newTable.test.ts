// A table that is being set up: its rules as they are changed and checked, and who sits there.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Failure, type Game, type Option, type Rules, type Values } from '../src/lib/api';
import { RulesForm } from '../src/new/rules.svelte';
import { beginning } from '../src/boards';
import { first } from '../src/home/first';
import { gameOf, keptGame, strengthOf } from '../src/home/newTable';
import { FREE, seatsOf } from '../src/new/seating';
import { keep } from '../src/lib/store';
import { storage } from './support';

const option = (name: string, group: string, more: Partial<Option> = {}): Option =>
  ({ name, group, title: name.toUpperCase(), values: [], free: false, ...more }) as unknown as Option;
const POT = [
  { value: 'stays', title: 'Stays' },
  { value: 'back', title: 'Goes back', warning: 'Somebody may run off with it.' },
];
const CLUB = {
  name: 'club',
  title: 'Club',
  bots: [{ name: 'plain' }, { name: 'sharp' }],
  levels: { easy: 'plain', fair: 'plain', hard: 'sharp' },
  presets: [
    { name: 'house', values: { target: 7, pot: 'stays' } },
    { name: 'long', values: { target: 11, pot: 'stays' } },
  ],
  options: [
    option('target', 'Length'),
    option('pot', 'Money', { values: POT as Option['values'] }),
    option('end', 'Length'),
    option('wild', 'Cards', { free: true }),
  ],
} as unknown as Game;
const LATER = { value: 'late', why: 'With two players.' };
const OTHER = { ...CLUB, name: 'other' };

/** A form whose rules are checked as a test says; each question waits until it is answered. */
function setUp() {
  const asked: { given: Values; signal: AbortSignal; answer: (values?: Values) => void; refuse: (why: Error) => void }[] = [];
  const form = new RulesForm(
    [CLUB, OTHER],
    (_game, _preset, given, signal) =>
      new Promise<Rules>((resolve, reject) => {
        const answer = (values: Values = {}): void =>
          resolve({ values, unused: {}, suggested: { end: LATER }, html: '' } as unknown as Rules);
        asked.push({ given, signal, answer, refuse: reject });
      }),
  );
  form.start('club');
  return { form, asked, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

beforeEach(() => void storage());

test('a game begins with its first preset, and every change is checked', () => {
  const { form, asked } = setUp();
  assert.deepEqual([form.presetName, form.count, form.values['target']], ['house', 0, 7]);
  form.set('target', 9);
  assert.deepEqual(
    asked.map((each) => each.given),
    [{}, { target: 9 }],
  );
  assert.deepEqual([form.count, form.values['target']], [1, 9]);
});

test('what the server suggests is offered until somebody chooses', async () => {
  const { form, asked, settled } = setUp();
  const [length] = form.groups;
  assert.ok(length);
  asked[0]?.answer();
  await settled();
  assert.deepEqual([form.suggestedFor('end'), form.suggestedFor('target'), form.suggestedIn(length)], [LATER, undefined, 1]);
  form.set('end', 'early');
  assert.deepEqual([form.suggestedFor('end'), form.suggestedIn(length)], [undefined, 0]);
});

test('what is as the preset has it is no change', () => {
  const { form } = setUp();
  form.set('target', 9);
  form.set('target', 7);
  assert.equal(form.count, 0);
});

test('only the answer to the last question counts', async () => {
  const { form, asked, settled } = setUp();
  form.set('target', 9);
  asked[0]?.answer({ target: 1 });
  asked[1]?.answer({ target: 2 });
  await settled();
  assert.ok(asked[0]?.signal.aborted);
  assert.deepEqual([form.checked?.values, form.asking], [{ target: 2 }, false]);
});

test('a free text is spelled as the server spells it', async () => {
  const { form, asked, settled } = setUp();
  form.set('wild', '2s');
  asked[1]?.answer({ wild: 'twos' });
  await settled();
  assert.deepEqual(form.given, { wild: 'twos' });
});

test('a clash opens the groups of both options, names them as the page does, and the last change can be taken back', async () => {
  const { form, asked, settled } = setUp();
  form.set('pot', 'back');
  asked[1]?.refuse(new Failure('rules', 'pot=back needs target=3', 422, { option: 'pot', other: 'target' }));
  await settled();
  assert.match(form.clashText, /POT.*Goes back.*TARGET.*3/);
  assert.deepEqual(
    form.groups.map((group) => [group.name, form.clashIn(group), form.unfolded[group.name] ?? false]),
    [
      ['Length', true, true],
      ['Money', true, true],
      ['Cards', false, false],
    ],
  );
  assert.ok(form.canPutBack);
  form.putBack();
  asked[2]?.answer();
  await settled();
  assert.deepEqual([form.clash, form.given, form.canPutBack], [undefined, {}, false]);
});

test('changes that were given up for another preset can be brought back', () => {
  const { form } = setUp();
  form.set('target', 9);
  form.start('club', 'long');
  assert.deepEqual([form.presetName, form.count], ['long', 0]);
  form.takeBack();
  assert.deepEqual([form.presetName, form.given, form.aside], ['house', { target: 9 }, undefined]);
});

test('rules that were sent lose what is as the preset has it', () => {
  const { form } = setUp();
  assert.ok(form.takeLink({ title: 'Ours', game: 'other', preset: 'long', options: { target: 11, pot: 'back' } }));
  assert.deepEqual([form.gameName, form.presetName, form.given, form.name], ['other', 'long', { pot: 'back' }, 'Ours']);
  assert.match(form.said, /Ours/);
});

test('rules of a game that is not here are refused, and nothing changes', () => {
  const { form } = setUp();
  assert.ok(!form.takeLink({ title: '', game: 'bridge', preset: '', options: {} }));
  assert.ok(form.refused);
  assert.equal(form.gameName, 'club');
});

test('a file that holds no rules is refused by its name', () => {
  const { form } = setUp();
  for (const text of ['nonsense', undefined]) {
    form.refused = '';
    form.takeFile('holiday.json', text);
    assert.match(form.refused, /holiday\.json/);
  }
  form.takeFile('ours.json', '{"game": "club", "options": {"target": 5}}');
  assert.deepEqual([form.given, form.refused], [{ target: 5 }, '']);
});

test('rules are kept under their name, which they need, and forgotten', () => {
  const { form } = setUp();
  form.save();
  assert.equal(form.own.length, 0);
  form.name = ' Ours ';
  form.save();
  assert.deepEqual(
    form.own.map((each) => each.title),
    ['Ours'],
  );
  form.drop(form.current);
  assert.equal(form.own.length, 0);
});

test('seats are open until somebody chooses, and who was chosen stays when seats come and go', () => {
  assert.deepEqual(seatsOf(CLUB, 3, []), [FREE, FREE]);
  assert.deepEqual(seatsOf(CLUB, 4, [FREE, 'plain']), [FREE, 'plain', 'plain']);
  assert.deepEqual(seatsOf(CLUB, 2, ['sharp', FREE]), ['sharp']);
});

test('a bot that another game has not is one of that game’s, as good as bots usually are here', () => {
  keep('level', 'hard');
  assert.deepEqual(seatsOf(CLUB, 3, ['wild', FREE]), ['sharp', FREE]);
  assert.deepEqual(seatsOf({ ...CLUB, bots: [], levels: {} }, 2, ['sharp']), [FREE]);
});

test('what there is to mind of the rules is told while they stand so and mean something', () => {
  const { form } = setUp();
  assert.equal(form.minded.length, 0);
  form.set('pot', 'back');
  assert.deepEqual(
    form.minded.map(({ option, warning }) => [option.name, warning]),
    [['pot', 'Somebody may run off with it.']],
  );
  form.checked = { values: {}, unused: { pot: 'there is none' } } as unknown as Rules;
  assert.equal(form.minded.length, 0);
});

test('what differs from the preset can be read out', () => {
  const { form } = setUp();
  form.set('pot', 'back');
  form.set('target', 9);
  assert.deepEqual(
    form.differences.map(({ option, now, was }) => [option.name, now, was]),
    [
      ['target', '9', '7'],
      ['pot', 'Goes back', 'Stays'],
    ],
  );
});

test('a rule is found by all words that stand in it, whatever their accents', () => {
  const { form } = setUp();
  const found = (words: string): string[] | undefined => {
    form.sought = words;
    return form.found?.map((option) => option.name);
  };
  assert.equal(found(''), undefined);
  assert.deepEqual(found(' GÓES  pot '), ['pot']);
  assert.deepEqual(found('knock'), []);
});

test('a bot is called by how well it plays, and one that is none of the three by its own name', () => {
  const bots = ['random', 'plain', 'odd', 'sharp'].map((name) => ({ name, title: `The ${name} one`, text: '' }));
  const levels = { easy: 'random', fair: 'plain', hard: 'sharp' };
  const called = bots.map((bot) => strengthOf({ bots, levels }, bot.name));
  assert.deepEqual(called, ['Easy', 'Fair', 'The odd one', 'Hard']);
});

test('the first page speaks of the game that is chosen, and of one without words as the server does', () => {
  const known = { title: 'Club', text: 'A game for clubs.' };
  assert.deepEqual(first(), first(beginning, known));
  assert.notEqual(first('brag', known).heading, first().heading);
  assert.deepEqual([first('club', known).heading, first('club', known).text], ['Club', 'A game for clubs.']);
  assert.notEqual(first('club').heading, first().heading);
});

test('the game that was chosen last is the first one, unless it isn’t here any more', () => {
  const begun = { ...CLUB, name: beginning };
  assert.equal(keptGame(), beginning);
  keep('home.game', 'other');
  assert.equal(keptGame(), 'other');
  assert.equal(gameOf([CLUB, begun, OTHER], keptGame()), OTHER);
  assert.equal(gameOf([CLUB, begun], keptGame()), begun);
  assert.equal(gameOf([CLUB], keptGame()), CLUB);
});
