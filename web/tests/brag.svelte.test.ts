// Brag: cards that are being put away, and a deal that is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import { Amount } from '../src/betting/amount.svelte';
import { choosing, type Choice } from '../src/games/brag/choice.svelte';
import { actionOf, offeredIn } from '../src/games/brag/choose';
import { oddsOf } from '../src/games/brag/odds';
import { deedOf } from '../src/games/brag/sentences';
import { beginning, historyOf, labelOf, shownBy, storyOf, type Line } from '../src/games/brag/story';
import type { Drafts } from '../src/boards/types';
import type { Guide, Known, Settled, Table } from '../src/wire/games/brag';
import { told } from './support';

const HAND = ['As', 'Ah', 'Kd', '9c'];
const WAYS = [
  { action: 'discard 9c', cards: '9c', label: 'Pair of aces' },
  { action: 'discard Kd', cards: 'Kd', label: 'Pair of aces, nine' },
];
const TWO_AWAY = [{ action: 'discard Kd9c', cards: 'Kd9c', label: 'Aces' }];

/** A board that puts cards away; what a test changes stands in `now`. */
function board(kept: Readonly<Record<string, string>> = {}, discards = WAYS) {
  const now = $state({ guide: { discards } as unknown as Guide | null, hand: HAND, deal: 1 });
  const drafts = new Map(Object.entries(kept));
  const heard: string[] = [];
  const storage: Drafts = {
    load: (key) => drafts.get(key) ?? null,
    keep: (key, text) => (text === null ? drafts.delete(key) : drafts.set(key, text)),
  };
  let choice: Choice | undefined;
  const close = $effect.root(() => {
    choice = choosing(
      () => now.guide,
      () => now.hand,
      () => now.deal,
      () => storage,
      (text) => heard.push(text),
    );
  });
  flushSync();
  assert.ok(choice);
  return { now, drafts, heard, choice, close };
}

test('as many cards are wanted as the table asks for, and its first way is the best', () => {
  const { choice, now } = board();
  assert.deepEqual([choice.wanted, choice.best?.label], [1, 'Pair of aces']);
  now.guide = null;
  flushSync();
  assert.deepEqual([choice.wanted, choice.best], [0, undefined]);
});

test('a card is chosen and given up by the same touch', () => {
  const { choice } = board();
  choice.picked.toggle('9c');
  assert.deepEqual(choice.picked.cards, ['9c']);
  choice.picked.toggle('9c');
  assert.deepEqual(choice.picked.cards, []);
});

test('with all chosen, one more takes the place of the oldest', () => {
  const { choice } = board({}, TWO_AWAY);
  for (const card of ['As', 'Kd', '9c']) choice.picked.toggle(card);
  assert.deepEqual(choice.picked.cards, ['Kd', '9c']);
});

test('the way is known once its cards are chosen, in any order, and is read out', () => {
  const { choice, heard } = board({}, TWO_AWAY);
  const way = (): string | undefined => choice.way?.action;
  choice.picked.choose(['9c']);
  assert.deepEqual([way(), heard.length], [undefined, 0]);
  choice.picked.choose(['9c', 'Kd']);
  assert.equal(way(), 'discard Kd9c');
  assert.match(heard.join(), /Aces/);
});

test('a choice is kept until it is given up', () => {
  const { choice, drafts } = board();
  choice.picked.choose(['9c']);
  assert.equal(drafts.get('1.discard'), '9c');
  choice.picked.choose([]);
  assert.ok(!drafts.has('1.discard'));
});

test('a kept choice is found again, without cards that are held no more', () => {
  assert.deepEqual(board({ '1.discard': '9c' }).choice.picked.cards, ['9c']);
  assert.deepEqual(board({ '1.discard': '9c2d' }, TWO_AWAY).choice.picked.cards, ['9c']);
});

test('a choice does not outlive its deal, and is not lost within it', () => {
  const { choice, now } = board();
  choice.picked.choose(['9c']);
  now.hand = [...HAND].reverse();
  flushSync();
  assert.deepEqual(choice.picked.cards, ['9c']);
  now.deal = 2;
  flushSync();
  assert.deepEqual(choice.picked.cards, []);
});

// --- a dealer's choice ---------------------------------------------------------------------------------------------------------

test('a dealer is offered each number of cards and each set of wild cards once', () => {
  const actions = ['nothing', 'black jacks, twos'].flatMap((wild) =>
    [3, 4].flatMap((cards) => ['blind', 'no blind'].map((blind) => `choose ${cards} cards, ${wild} wild, ${blind}`)),
  );
  assert.deepEqual(offeredIn(actions), { sizes: [3, 4], wilds: ['', 'black jacks, twos'] });
});

test('a dealer’s choice is written as the rules read it, with whatever wild cards were typed', () => {
  assert.equal(actionOf({ cards: 4, wild: '', blind: false }), 'choose 4 cards, nothing wild, no blind');
  assert.equal(actionOf({ cards: 3, wild: ' KH, 3s ', blind: true }), 'choose 3 cards, KH, 3s wild, blind');
  assert.equal(actionOf({ cards: 3, wild: 'twos wild', blind: true }), 'choose 3 cards, twos wild, blind');
});

test('whoever covers without chips is not said to bet none', () => {
  const did = { seat: 0, what: 'bet', chips: 0, blind: true, hand: 0 } as const;
  assert.equal(deedOf(did), 'covers the pot');
  assert.equal(deedOf({ ...did, chips: 2 }), 'bets 2 blind');
});

// --- a deal that is over -------------------------------------------------------------------------------------------------------

const line = (event: object, text = ''): Line => told(event as Line['event'], text);
const DEALT = line({ type: 'brag.dealt' });
const BET = line({ type: 'brag.bet', seat: 0 }, 'Ann bets 5');
const shown = (seat: number): Line => line({ type: 'brag.shown', seat, cards: 'AsAhKd', label: 'Pair' });
const held = (cards: string, label: string): Line => line({ type: 'core.hand', seat: 0, cards, label });
const WON = line({ type: 'brag.won', winner: 1, chips: 30, older: true });
const SHARED = line({ type: 'brag.shared', winners: [0, 2], chips: 8 });
const over = (phase: Table['phase'] = 'over'): Table =>
  ({ deal: 4, phase, last: { awards: [{ winners: [1] }, { winners: [0, 2] }] } as Settled }) as unknown as Table;

test('what a lender was shown is shown at once, and what is turned up afterwards when all is told', () => {
  const lent = line({ type: 'brag.shown_to', seat: 1, other: 2, cards: '9c8c7c', label: 'Run' });
  const turned = line({ type: 'brag.turned_up', seat: 2, cards: 'AsAhKd', label: 'Pair' });
  const seats = (afterwards: boolean): number[] =>
    shownBy([lent, DEALT, BET, lent, WON, turned], afterwards).map(([seat]) => seat);
  assert.deepEqual(seats(false), [1]);
  assert.deepEqual(seats(true), [1, 2]);
  assert.deepEqual(shownBy([lent, DEALT], true), []);
});

test('a deal begins with the last time that cards were dealt', () => {
  assert.equal(beginning([DEALT, BET, DEALT, BET]), 2);
  assert.equal(beginning([BET]), 0);
});

test('the history tells this deal only, and not what the board shows', () => {
  assert.deepEqual(historyOf([DEALT, line({ type: 'brag.bet' }, 'of before'), DEALT, held('As', ''), BET]), ['Ann bets 5']);
});

test('a story tells the hands, the winner’s last, then the pots, then the end', () => {
  const lines = [DEALT, BET, shown(1), shown(0), WON, SHARED];
  const story = storyOf(lines, over(), 2);
  assert.equal(story?.deal, '2.4');
  assert.deepEqual(
    story.steps.map((step) => (step.kind === 'hand' ? step.seat : step.kind)),
    [0, 1, 'pot', 'pot', 'end'],
  );
  assert.deepEqual([story.before, story.steps.map((step) => step.upTo)], [2, [2, 4, 5, 6, 6]]);
  assert.deepEqual(
    story.steps.flatMap((step) => (step.kind === 'pot' ? [[step.winners, step.chips, step.side]] : [])),
    [
      [[1], 30, true],
      [[0, 2], 8, false],
    ],
  );
});

test('a story of a deal that nobody shows in tells everything at once', () => {
  const story = storyOf([DEALT, BET], over(), 1);
  assert.deepEqual([story?.before, story?.steps.map((step) => step.upTo)], [2, [2]]);
});

test('no story is told before a deal is over, nor when the next one is being chosen', () => {
  assert.equal(storyOf([DEALT], { ...over(), last: null }, 1), null);
  assert.equal(storyOf([DEALT], over('choose'), 1), null);
});

test('a hand is called what it was told as, whichever of two it is', () => {
  const lines = [DEALT, held('2c3c4c', 'of before'), DEALT, held('AsAhKd', 'Pair of aces'), held('2c3c4c', 'Running flush')];
  assert.equal(labelOf(lines, ['Ah', 'As', 'Kd'], false, undefined), 'Pair of aces');
  assert.equal(labelOf(lines, ['As', 'Ah', 'Kd'], false, 'as asked'), 'as asked');
  assert.equal(labelOf(lines, ['9c'], false, undefined), '');
});

test('once cards were put away, what is left has its own name', () => {
  const put = line({ type: 'brag.put_away', seat: 0, cards: '9c', label: 'Pair of aces, king' });
  const lines = [DEALT, held('AsAhKd9c', 'Four cards'), put];
  assert.equal(labelOf(lines, ['As', 'Ah', 'Kd'], true, 'as asked'), 'Pair of aces, king');
  assert.equal(labelOf(lines, ['As', 'Ah', 'Kd', '9c'], false, undefined), 'Four cards');
});

test('a number of chips that may not be chosen stands as it was typed, and no other takes its place', () => {
  const range = $state({ least: 1, most: 5 });
  const amount = new Amount(() => range, 9);
  assert.deepEqual([amount.text, amount.value, amount.wrong], ['1', 1, false]);
  for (const text of ['99', '0', '2.5']) {
    amount.type(text);
    amount.leave();
    assert.deepEqual([amount.text, amount.wrong], [text, true]);
  }
  amount.type('4');
  assert.deepEqual([amount.value, amount.wrong], [4, false]);
  amount.type('');
  amount.leave();
  assert.deepEqual([amount.text, amount.value, amount.wrong], ['4', 4, false]);
});

test('what was typed is chosen once the table allows it, and is wrong once it does not', () => {
  const range = $state({ least: 1, most: 5 });
  const amount = new Amount(() => range, 1);
  amount.type('8');
  range.most = 9;
  assert.deepEqual([amount.value, amount.wrong], [8, false]);
  range.most = 5;
  assert.equal(amount.wrong, true);
  amount.set(7);
  assert.deepEqual([amount.text, amount.value, amount.wrong], ['5', 5, false]);
});

test('what one knows of the cards is told in sentences, each rival by what is known of it', () => {
  const known: Known = {
    cards: 8,
    of: 52,
    pack: [{ place: 3, card: 'Kd' }],
    hands: [
      {
        known: 'QsQd4h',
        label: 'pair of queens',
        against: [
          { seats: [1, 2], hand: 1, known: '', better: 0.891, equal: 0.0002, near: false },
          { seats: [3], hand: 2, known: 'Th', better: 0.5, equal: 0.01, near: true },
        ],
      },
    ],
  };
  const plain = (lines: string[]): string[] => lines.map((line) => line.replaceAll('\u00a0', ' '));
  assert.deepEqual(plain(oddsOf(known, ['Ann', 'Bob', 'Cat', 'Dot'])), [
    'You know where 8 of the 52 cards lie.',
    'Your hand beats any one of Bob, Cat in 89.1 % of deals.',
    'Your hand beats hand 2 of Dot, who holds 10♥, in about 50.0 % of deals, and is level in about 1.0 %.',
    'In the pack, from the top: 3. K♦.',
    'How the others bet isn’t counted.',
  ]);
  const blind = (held: string): string[] =>
    oddsOf({ cards: 0, of: 52, pack: [], hands: [{ known: held, label: '', against: [] }] }, []).slice(1);
  assert.deepEqual(blind(''), ['Your hand is blind: you know none of its cards.']);
  assert.deepEqual(blind('Kd'), ['Your hand is blind: of its cards you know K♦.']);
});
