// Crash: what laid-out cards are, the tray they lie in, and a deal that is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOn, disorderOf } from '../src/games/crash/advice';
import { Arranging } from '../src/games/crash/arranging.svelte';
import { fateOf, fateWord, outcomeOf, verdictOn } from '../src/games/crash/fates';
import { Judge, readLay, writeLay } from '../src/games/crash/judge';
import { nth, nthHand } from '../src/games/crash/places';
import { before, pointsAfter, said, storyOf } from '../src/games/crash/reveal';
import { FAN, Tray } from '../src/games/crash/tray.svelte';
import type { LineOf } from '../src/boards/types';
import type { Guide, Declaration, Settled, Shown, Table, Wire } from '../src/wire/games/crash';
import { whoIs, type Who } from '../src/boards/who';
import { told } from './support';

const CARDS = ['As', 'Ah', 'Ad', 'Ac', 'Kh', 'Qh', '9c', '8c', '2d'];
const MAKES: Readonly<Record<string, readonly [number, string]>> = {
  AsAhAd: [900, 'three aces'],
  KhQh9c: [300, 'king high'],
  Ac8c2d: [400, 'ace high'],
};

/** Nine cards for three hands: prials above everything, and what is not named above is the worst high card. */
function guide(more: Partial<Guide> = {}): Guide {
  const triples = CARDS.flatMap((a, i) => CARDS.slice(i + 1).flatMap((b, j) => CARDS.slice(i + j + 2).map((c) => a + b + c)));
  const words = ['high', ...Object.values(MAKES).map(([, label]) => label), 'four aces'];
  return {
    cards: CARDS,
    size: 3,
    places: 3,
    strengths: triples.map((hand) => MAKES[hand]?.[0] ?? 100),
    labels: triples.map((hand) => words.indexOf(MAKES[hand]?.[1] ?? 'high')),
    words,
    fours: [],
    least: 200,
    least_laid: 0,
    sorted: false,
    knock: [],
    declare: [],
    ...more,
  };
}
const FOUR = { cards: ['As', 'Ah', 'Ad', 'Ac'], strength: 1_000, label: 4 };
const judge = (more?: Partial<Guide>): Judge => new Judge(guide(more));

// --- what cards are ------------------------------------------------------------------------------------------------------------

test('each three cards are looked up under the number that the table gives them', () => {
  const [first, second, third] = judge().places([
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
    ['Kh', 'Qh', '9c'],
  ]);
  assert.deepEqual([first?.label, second?.label, third?.label], ['three aces', 'ace high', 'king high']);
});

test('a hand is the same hand, however its cards lie', () => {
  assert.equal(judge().places([['Ad', 'As', 'Ah']])[0]?.strength, 900);
});

test('fewer than three cards are no hand, nor are cards of somebody else', () => {
  const [two, strange] = judge().places([
    ['As', 'Ah'],
    ['As', 'Ah', '3c'],
  ]);
  assert.deepEqual([two?.strength, two?.allowed, strange?.strength], [0, false, 0]);
});

test('a hand under the least one wins no place, and one under the least that may be laid is not allowed', () => {
  const hands = [['Kh', '9c', '8c']];
  const [free] = judge().places(hands);
  assert.deepEqual([free?.counts, free?.allowed], [false, true]);
  assert.equal(judge({ least_laid: 101 }).places(hands)[0]?.allowed, false);
});

test('a hand that beats an earlier one says which, and an equal one does not', () => {
  const judged = judge().places([
    ['Kh', 'Qh', '9c'],
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
  ]);
  assert.deepEqual(
    judged.map((hand) => hand.beats),
    [-1, 0, 0],
  );
  const equal = judge().places([
    ['Kh', 'Qh', '8c'],
    ['Ac', '9c', '2d'],
  ]);
  assert.equal(equal[1]?.beats, -1);
});

test('an unfinished place is not beaten', () => {
  assert.equal(judge().places([['2d'], ['As', 'Ah', 'Ad']])[1]?.beats, -1);
});

test('a fourth card has room only where the cards could be a hand of four', () => {
  assert.equal(judge().room(['As', 'Ah', 'Ad', 'Ac']), 3);
  assert.equal(judge({ fours: [FOUR] }).room(['As', 'Ah']), 4);
  assert.equal(judge({ fours: [FOUR] }).room(['As', 'Kh']), 3);
  assert.equal(judge({ fours: [FOUR] }).places([FOUR.cards])[0]?.label, 'four aces');
});

test('four of a rank may be knocked for once all four are laid, in whichever hands', () => {
  const four = judge({ knock: [FOUR.cards] });
  assert.deepEqual(four.knocks([['As', 'Ah', 'Ad']]), []);
  assert.deepEqual(four.knocks([['As', 'Ah', 'Ad'], ['Ac']]), [FOUR.cards]);
});

test('nothing can be laid only where no three cards reach the least hand', () => {
  assert.ok(judge().anyLegal());
  assert.ok(!judge({ least_laid: 901 }).anyLegal());
  assert.ok(judge({ least_laid: 901, fours: [FOUR] }).anyLegal());
});

test('a lay is written and read alike, with and without a knock', () => {
  const hands = [
    ['As', 'Ah', 'Ad'],
    ['Kh', 'Qh', '9c'],
  ];
  for (const knock of [false, true]) assert.deepEqual(readLay(writeLay(hands, knock)), { hands, knock });
  assert.equal(writeLay(hands, true), 'lay AsAhAd KhQh9c knock');
  assert.deepEqual(readLay('lay'), { hands: [], knock: false });
});

// --- the tray ------------------------------------------------------------------------------------------------------------------

const tray = (more?: Partial<Guide>): Tray => new Tray(judge(more));

test('all cards lie in the fan first, and none is anywhere twice', () => {
  const ours = tray();
  assert.deepEqual(ours.left, CARDS);
  assert.ok(ours.empty);
  ours.put(['As', 'Kh'], 1);
  ours.put(['As'], 2);
  assert.deepEqual([ours.zone('As'), ours.zone('Kh'), ours.zone('2d')], [2, 1, FAN]);
  assert.deepEqual([...ours.places.flat(), ...ours.left].sort(), [...CARDS].sort());
});

test('a place holds its best card first', () => {
  const ours = tray();
  ours.put(['2d'], 0);
  ours.put(['Kh', 'As'], 0);
  assert.deepEqual(ours.places[0], ['As', 'Kh', '2d']);
});

test('a full place takes no more, and nothing moves', () => {
  const ours = tray();
  ours.put(['As', 'Ah', 'Ad'], 0);
  assert.equal(ours.put(['Kh'], 0), 'full');
  assert.deepEqual([ours.zone('Kh'), ours.places[0]], [FAN, ['As', 'Ah', 'Ad']]);
  assert.equal(ours.put(['Kh', 'Qh', '9c', '8c'], 1), 'full');
});

test('a fourth card fits where it makes a hand of four', () => {
  const ours = tray({ fours: [FOUR] });
  ours.put(['As', 'Ah', 'Ad'], 0);
  assert.equal(ours.put(['Kh'], 0), 'full');
  assert.equal(ours.put(['Ac'], 0), null);
});

test('cards that lie there already are not moved, and there is nothing to take back', () => {
  const ours = tray();
  assert.equal(ours.put([], 0), 'none');
  assert.equal(ours.put(['As'], FAN), 'none');
  ours.put(['As'], 0);
  assert.equal(ours.put(['As'], 0), 'none');
  ours.undo();
  assert.ok(ours.empty && !ours.canUndo);
});

test('two cards change places, with the fan too', () => {
  const ours = tray();
  ours.put(['As'], 0);
  ours.put(['Kh'], 1);
  ours.swap('As', 'Kh');
  assert.deepEqual([ours.zone('As'), ours.zone('Kh')], [1, 0]);
  ours.swap('Kh', '2d');
  assert.deepEqual([ours.zone('Kh'), ours.zone('2d')], [FAN, 0]);
});

test('two places change what lies there', () => {
  const ours = tray();
  ours.put(['As', 'Ah', 'Ad'], 0);
  ours.exchange(0, 2);
  assert.deepEqual(ours.places, [[], [], ['As', 'Ah', 'Ad']]);
});

test('each step is taken back, the last one first', () => {
  const ours = tray();
  ours.put(['As'], 0);
  ours.put(['Kh'], 1);
  ours.clear();
  ours.undo();
  assert.deepEqual(ours.places, [['As'], ['Kh'], []]);
  ours.undo();
  ours.undo();
  assert.ok(ours.empty && !ours.canUndo);
  ours.undo();
  assert.ok(ours.empty);
});

test('in order the best hand stands first, and what is no hand yet comes last', () => {
  const ours = tray();
  ours.put(['Kh', 'Qh'], 0);
  ours.put(['Ac', '8c', '2d'], 1);
  ours.put(['As', 'Ah', 'Ad'], 2);
  ours.order();
  assert.deepEqual(ours.places, [
    ['As', 'Ah', 'Ad'],
    ['Ac', '8c', '2d'],
    ['Kh', 'Qh'],
  ]);
});

test('an action of the table is laid out, and comes out as it went in', () => {
  const ours = tray();
  ours.fill('lay AsAhAd KhQh9c');
  assert.equal(ours.action, 'lay AsAhAd KhQh9c');
  assert.deepEqual(ours.left, ['Ac', '8c', '2d']);
});

for (const [why, action] of [
  ['a card of somebody else', 'lay AsAh3c'],
  ['a card twice', 'lay AsAhAd AsKhQh'],
  ['more hands than places', 'lay AsAh AdAc KhQh 9c8c'],
] as const)
  test(`an action with ${why} is not laid out`, () => {
    const ours = tray();
    ours.put(['2d'], 0);
    ours.fill(action);
    assert.deepEqual(ours.places, [['2d'], [], []]);
  });

test('a knock is said only while the four are laid and it is wanted', () => {
  const ours = tray({ knock: [FOUR.cards] });
  ours.fill('lay AsAhAd AcKhQh knock');
  assert.equal(ours.action, 'lay AsAhAd AcKhQh knock');
  ours.knocking = false;
  assert.equal(ours.action, 'lay AsAhAd AcKhQh');
  ours.knocking = true;
  ours.put(['Ac'], FAN);
  assert.equal(ours.action, 'lay AsAhAd KhQh');
});

test('a draft is taken back with its knock, and begins without a past', () => {
  const ours = tray();
  ours.put(['As'], 1);
  ours.knocking = false;
  const other = tray();
  other.put(['Kh'], 0);
  other.restore(ours.draft);
  assert.deepEqual([other.places, other.knocking, other.canUndo], [[[], ['As'], []], false, false]);
});

test('a draft without a word on knocking knocks', () => {
  const ours = tray();
  ours.restore('{"places": [["As"]]}');
  assert.deepEqual([ours.places[0], ours.knocking], [['As'], true]);
});

test('a draft of other cards, or none at all, leaves everything as it lies', () => {
  const ours = tray();
  ours.put(['As'], 0);
  for (const draft of ['', 'null', '{}', '{"places": 3}', '{"places": [["3c"]]}', '{"places": [["As"], ["As"]]}']) {
    ours.restore(draft);
    assert.deepEqual(ours.places, [['As'], [], []], draft);
  }
});

// --- what is said of an arrangement --------------------------------------------------------------------------------------------

/** A tray in which some cards lie. */
function laid(places: string[][], more?: Partial<Guide>): Tray {
  const ours = tray(more);
  places.forEach((cards, at) => ours.put(cards, at));
  return ours;
}
const ACES = ['As', 'Ah', 'Ad'];
const KING = ['Kh', 'Qh', '9c'];
const ACE_HIGH = ['Ac', '8c', '2d'];

test('nothing is said of three hands in order', () => {
  assert.deepEqual(adviceOn(laid([ACES, ACE_HIGH, KING])), { block: '', warn: '' });
});

test('a hand that is begun, too weak a hand, and no hand at all can’t be locked in', () => {
  for (const ours of [laid([ACES, ['Kh']]), laid([ACES, KING], { least_laid: 500 }), laid([])])
    assert.deepEqual([adviceOn(ours).block !== '', adviceOn(ours).warn], [true, '']);
  assert.equal(adviceOn(laid([], { least_laid: 2_000 })).block, '', 'unless none could be laid');
});

test('hands out of order are warned of, unless the table sorts them', () => {
  const order = [KING, ACES, ACE_HIGH];
  assert.match(adviceOn(laid(order)).warn, /1st.*2nd|2nd.*1st|first.*second|second.*first/i);
  assert.equal(adviceOn(laid(order, { sorted: true })).warn, '');
  assert.ok(disorderOf(laid(order, { sorted: true })), 'though the order is named');
  assert.equal(disorderOf(laid([ACES, ACE_HIGH, KING])), '');
});

test('fewer hands than could be laid are warned of, and a gap with them', () => {
  const fewer = adviceOn(laid([ACES, ACE_HIGH])).warn;
  const gap = adviceOn(laid([ACES, [], ACE_HIGH])).warn;
  assert.ok(fewer);
  assert.ok(gap.startsWith(fewer) && gap.length > fewer.length);
});

// --- cards that are arranged ---------------------------------------------------------------------------------------------------

function arranging(places: string[][] = []) {
  const heard: string[] = [];
  const ours = laid(places);
  const glide = (make: () => void): Promise<void> => {
    make();
    return Promise.resolve();
  };
  return { ours, heard, by: new Arranging(ours, glide, (text) => heard.push(text)) };
}

test('cards are chosen and go where one taps, and it is said what they are', async () => {
  const { ours, heard, by } = arranging();
  ACES.forEach((card) => by.tapCard(card));
  by.tapZone(0);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([ours.places[0], by.chosen], [ACES, []]);
  assert.match(heard.join(), /three aces/);
});

test('a second tap gives a card up; a tap on a place chooses what lies there', () => {
  const { by } = arranging([ACES]);
  by.tapCard('Kh');
  by.tapCard('Kh');
  assert.deepEqual(by.chosen, []);
  by.tapZone(0);
  assert.deepEqual(by.chosen, ACES);
});

test('a chosen card changes places with one that lies in a full hand or in the fan, and joins others', () => {
  const { ours, by } = arranging([ACES, ['Kh', 'Qh']]);
  by.tapCard('2d');
  by.tapCard('Ad');
  assert.deepEqual(ours.places[0], ['As', 'Ah', '2d']);
  by.tapCard('2d');
  by.tapCard('Ad');
  assert.deepEqual(ours.places[0], ACES);
  by.tapCard('9c');
  by.tapCard('Kh');
  assert.deepEqual(ours.places[1], KING);
});

test('a whole hand that goes to another changes places with it', () => {
  const { ours, by } = arranging([KING, ACES]);
  by.tapZone(1);
  by.tapZone(0);
  assert.deepEqual(ours.places, [ACES, KING, []]);
});

test('cards that find no room are said to, and stay chosen', async () => {
  const { ours, by } = arranging([ACES]);
  by.tapCard('Kh');
  by.tapCard('Qh');
  by.tapZone(0);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(by.note);
  assert.deepEqual([ours.places[0], by.chosen], [ACES, ['Kh', 'Qh']]);
});

test('a drop beside every place, or where the cards came from, changes nothing', () => {
  const { ours, by } = arranging([ACES]);
  let gone = 0;
  for (const zone of [null, 0]) by.drop({ cards: ['As'], zone, onto: null, letGo: () => gone++ });
  assert.deepEqual([ours.places[0], gone], [ACES, 2]);
});

test('a drop onto a card of a full hand changes the two', () => {
  const { ours, by } = arranging([ACES]);
  by.drop({ cards: by.pick('Kh'), zone: 0, onto: 'Ah', letGo: () => {} });
  assert.deepEqual(ours.places[0], ['As', 'Ad', 'Kh']);
});

test('a warning is read once; the next press locks in', () => {
  const { by } = arranging([KING, ACES, ACE_HIGH]);
  assert.deepEqual([by.lock(), by.note !== '', by.sure, by.ready], [null, true, true, false]);
  assert.equal(by.lock(), 'lay KhQh9c AsAhAd Ac8c2d');
});

test('what can’t be laid is not locked in, however often one presses', () => {
  const { by } = arranging([['Kh']]);
  assert.deepEqual([by.lock(), by.lock(), by.sure], [null, null, false]);
});

// --- a deal that is over -------------------------------------------------------------------------------------------------------

type Line = LineOf<Wire>;
const place = (number: number, winner: number | null): Line =>
  told<Shown>({ type: 'crash.place', place: number, hands: [], labels: [], strengths: [], winner, reason: 'best', label: '' });
const declared = (what: Declaration): Line => told({ type: 'crash.declared', seat: 0, what });
const DEALT: Line = told({ type: 'core.dealt', deal: 2, dealer: 0 });
const FOUL: Line = told({ type: 'crash.foul', seat: 1, hands: '' });
const SCORED: Line = told({ type: 'crash.scored', points: [2, 1], scores: [6, 4] });
const CRASH: Line = told({ type: 'crash.crash', seat: 0 });
const FOUR_LAID: Line = told({ type: 'crash.four', seat: 0, ranks: '' });

const over = (points: number[], scores: number[]): Table => ({ deal: 2, scores, last: { points } as Settled }) as Table;
const kinds = (lines: Line[]): string[] => storyOf(lines, over([2, 1], [6, 4]), 1)?.steps.map((step) => step.kind) ?? [];

test('no story is told before a deal is over', () => {
  assert.equal(storyOf([DEALT, place(0, 0)], { deal: 2, scores: [], last: null } as unknown as Table, 1), null);
});

test('a story tells the fouls, place by place, and the end', () => {
  assert.deepEqual(kinds([DEALT, FOUL, place(0, 0), SCORED, place(1, 1), CRASH]), ['foul', 'place', 'place', 'end']);
});

test('a story begins with its own deal, and has its own name', () => {
  assert.deepEqual(kinds([DEALT, place(0, 1), place(1, 1), DEALT, place(0, 0)]), ['place', 'end']);
  assert.equal(storyOf([DEALT], over([], []), 3)?.deal, '3.2');
});

test('each step tells the lines up to its own, and the end all of them', () => {
  const lines = [DEALT, FOUL, SCORED, place(0, 0), CRASH];
  const story = storyOf(lines, over([2, 1], [6, 4]), 1);
  assert.ok(story);
  assert.deepEqual(
    story.steps.map((step) => step.upTo),
    [2, 4, 5],
  );
  assert.equal(before(story, lines), 1, 'and before the first one those ahead of it');
});

test('before a deal that ends without a showdown its end is not told', () => {
  const lines = [DEALT, SCORED, declared('thirteen_straight'), CRASH];
  const story = storyOf(lines, over([2, 1], [6, 4]), 1);
  assert.equal(story && before(story, lines), 2);
  const silent = storyOf([DEALT, SCORED], over([2, 1], [6, 4]), 1);
  assert.equal(silent && before(silent, [DEALT, SCORED]), 2);
});

test('a knock is no ending, and the end does not say twice what the board shows', () => {
  const lines = [DEALT, declared('knock'), declared('six_pairs'), CRASH, FOUR_LAID];
  const end = storyOf(lines, over([2, 1], [6, 4]), 1)?.steps.at(-1);
  assert.ok(end?.kind === 'end');
  assert.deepEqual(end.lines, [lines[2], CRASH, FOUR_LAID]);
  assert.deepEqual(said([...end.lines, declared('thirteen_straight')]), [lines[2], FOUR_LAID]);
});

test('points stand as they did before the deal, until it is told', () => {
  const table = over([2, 1], [6, 4]);
  const story = storyOf([DEALT, place(0, 1), place(1, null), place(2, 0)], table, 1);
  assert.ok(story);
  const after = (shown: number, perPlace: boolean): number[] => pointsAfter(table, story, shown, perPlace);
  assert.deepEqual(
    [after(0, true), after(1, true), after(2, true), after(3, true)],
    [
      [4, 3],
      [4, 4],
      [4, 4],
      [5, 4],
    ],
  );
  assert.deepEqual(after(3, false), [4, 3], 'and where places bring none of their own, until its end');
  assert.deepEqual(
    [after(4, true), after(4, false)],
    [
      [6, 4],
      [6, 4],
    ],
  );
});

// --- what became of a hand -----------------------------------------------------------------------------------------------------

const WHO: Who = whoIs(
  () => ['Ann', 'Bea', 'Cal'],
  () => 0,
);
const shown = (more: Partial<Shown>): Shown => ({
  type: 'crash.place',
  place: 0,
  hands: ['AsAhAd', 'KhQh9c', '8c7c2d'],
  labels: [],
  strengths: [9, 5, 5],
  winner: 0,
  reason: 'best',
  label: 'three aces',
  ...more,
});
const fates = (place: Shown, fouls: number[] = []): string[] => [0, 1, 2].map((seat) => fateOf(place, seat, fouls));

test('the best hand wins, and level ones behind it are simply beaten', () => {
  assert.deepEqual(fates(shown({})), ['won', 'beaten', 'beaten']);
  assert.equal(fateWord(shown({}), 'beaten'), '');
});

test('level best hands stop a place, or are passed over for the next', () => {
  const stopped = shown({ strengths: [3, 5, 5], winner: null, reason: 'stopper' });
  const passed = shown({ strengths: [3, 5, 5], winner: 0, reason: 'next_best' });
  assert.deepEqual(fates(stopped), ['beaten', 'level', 'level']);
  assert.deepEqual(fates(passed), ['won', 'level', 'level']);
  assert.notEqual(fateWord(stopped, 'level'), fateWord(passed, 'level'));
  assert.notEqual(outcomeOf(stopped, WHO), outcomeOf(passed, WHO));
});

test('a hand that doesn’t count, none at all, and a foul are told apart', () => {
  assert.deepEqual(fates(shown({ strengths: [9, 0, 5], hands: ['AsAhAd', 'KhQh9c', null] }), []), ['won', 'ignored', 'none']);
  assert.deepEqual(fates(shown({}), [0]), ['foul', 'beaten', 'beaten']);
});

test('a verdict names the winner and the hand, or nobody', () => {
  assert.match(verdictOn(shown({ winner: 1 }), WHO), /Bea.*three aces/);
  assert.match(verdictOn(shown({}), WHO), /You.*three aces/);
  const nobody = shown({ winner: null, reason: 'empty' });
  assert.doesNotMatch(verdictOn(nobody, WHO), /Ann|You|three aces/);
});

test('places are counted in words', () => {
  assert.deepEqual([0, 1, 2, 3].map(nth), ['1st', '2nd', '3rd', '4th']);
  assert.equal(new Set([0, 1, 2, 3].map(nthHand)).size, 4);
});
