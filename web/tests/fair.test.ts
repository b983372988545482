// The check of shuffles in the browser, against the transcripts that the library's check reads too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, ownCards, Unfair } from '../src/fair/check';
import type { Remembered } from '../src/fair/kept';
import { read, verify } from '../src/fair/transcript';
import { promise } from '../src/fair/hashes';
import { Turner } from '../src/fair/turner';
import { NOTHING, type Answered, type Order, type Picture } from '../src/lib/picture';
import type { About, Fairness, Scene, Shuffle, Turning } from '../src/wire/messages';
import crash from '../../tests/fair/golden/crash.json';
import crashWatched from '../../tests/fair/golden/crash_watched.json';
import dealer from '../../tests/fair/golden/dealer.json';
import opened from '../../tests/fair/golden/opened.json';
import stripped from '../../tests/fair/golden/stripped.json';

interface Transcript {
  table: string;
  seat: number;
  shuffles: Shuffle[];
}
const transcripts = [crash, dealer, stripped, opened] as unknown as Transcript[];
function first(transcript: unknown): Shuffle {
  const [shuffle] = (transcript as Transcript).shuffles;
  assert.ok(shuffle);
  return shuffle;
}

test('golden transcripts fit, and each player’s cards are their own', () => {
  for (const { table, seat, shuffles } of transcripts)
    for (const shuffle of shuffles) {
      const found = check(table, seat, shuffle);
      assert.equal(found.cards.length, shuffle.proofs?.length ?? 0);
      assert.equal(found.words.length, shuffle.turned ? 4 : 0);
      assert.deepEqual(
        ownCards(table, seat, shuffle).map((cards) => cards.join('')),
        (shuffle.draws ?? []).map((draw) => draw.mine ?? ''),
      );
    }
});

/** Why the check of a changed shuffle fails. */
function why(change: (shuffle: Shuffle) => void, of: unknown = crash): string {
  const changed = structuredClone(first(of));
  change(changed);
  try {
    check('T1', 0, changed);
  } catch (error) {
    if (error instanceof Unfair) return error.why;
    throw error;
  }
  return '';
}

test('whatever a house changes is found', () => {
  assert.equal(
    why(() => undefined),
    '',
  );
  assert.equal(
    why((it) => (it.proofs ?? [])[0] && it.proofs?.splice(0, 1, '00As' + 'A'.repeat(22))),
    'proof',
  );
  assert.equal(
    why((it) => it.proofs?.pop()),
    'unproved',
  );
  assert.equal(
    why((it) => it.turned && (it.turned.other.key = 'A'.repeat(43))),
    'deck',
  );
  assert.equal(
    why((it) => it.turned && (it.turned.numbers['0'] = 'A'.repeat(43))),
    'number',
  );
  assert.equal(
    why((it) => it.turned && delete it.turned.numbers['2']),
    'who',
  );
  assert.equal(
    why((it) => (it.mine = 'A'.repeat(43))),
    'own',
  );
  assert.equal(
    why((it) => (it.draws = [])),
    'first',
  );
  assert.equal(
    why((it) => it.draws?.[0]?.groups.unshift({ name: 'spare', sizes: [1] })),
    'first',
  );
});

test('a whole transcript is read from a file and checked as the library does', () => {
  for (const file of [crash, crashWatched, dealer, stripped, opened]) {
    const told = read(JSON.stringify(file));
    assert.ok(told);
    assert.deepEqual(
      verify(told).map(({ number, why }) => [number, why]),
      file.shuffles.map(({ bound }) => [bound.shuffle, null]),
    );
  }
  const whole = verify(read(JSON.stringify(stripped)) ?? assert.fail());
  assert.equal(whole[0]?.without.length, 20);
});

test('no letter of a file that is hashed can be changed', () => {
  const plain = { ...structuredClone(opened), shuffles: structuredClone(opened.shuffles.slice(0, 1)) };
  let tried = 0;
  function mutate(value: unknown, put: (changed: unknown) => void, path: string): void {
    if (typeof value === 'string') {
      for (let at = 0; at < value.length; at++) {
        put(value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1));
        const told = read(JSON.stringify(plain));
        assert.ok(!told || verify(told).some(({ why }) => why), `${path} ${at}`);
        tried += 1;
      }
      put(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        mutate(each, (changed) => ((value as Record<string, unknown>)[name] = changed), `${path}.${name}`);
  }
  mutate(plain, () => undefined, '');
  assert.ok(tried > 800);
});

test('what is no transcript is not taken for one', () => {
  for (const bad of [
    '',
    '[]',
    '{}',
    '{"fair":2}',
    JSON.stringify({ ...opened, fair: 2 }),
    JSON.stringify({ ...opened, more: 1 }),
  ])
    assert.equal(read(bad), null);
});

test('a shuffle told twice, one that is missing, and a deck that stayed closed are found, and the others are checked all the same', () => {
  const [first, second] = opened.shuffles;
  assert.ok(first && second);
  const why = (...shuffles: unknown[]): (string | null)[] =>
    verify(read(JSON.stringify({ ...opened, shuffles })) ?? assert.fail()).map((each) => each.why);
  const [one, , three] = crash.shuffles;
  assert.deepEqual(why(first, first), [null, 'twice']);
  assert.deepEqual(
    verify(read(JSON.stringify({ ...crash, shuffles: [one, three] })) ?? assert.fail()).map((each) => each.why),
    [null, 'gap'],
  );
  const { dealt: _, ...closed } = first;
  assert.deepEqual(why(closed, second), [null, 'closed']);
});

/** A table that says what it is told to say, and keeps what it hears. */
class Table {
  sent: (Order | { do: string })[] = [];
  /** What the house answers when it is asked for the present shuffle. */
  shuffle: Shuffle | null = null;
  /** The house has taken in the number that was sent last. */
  heard: () => void = () => undefined;
  #listener: (picture: Picture) => void = () => undefined;
  #picture: Picture = {
    ...NOTHING,
    line: 'online',
    viewer: 0,
    version: 1,
    present: [true, true, true, true],
    scene: { seats: [{ away: false }] } as unknown as Scene,
  };

  subscribe = (listener: (picture: Picture) => void): (() => void) => {
    this.#listener = listener;
    listener(this.#picture);
    return () => undefined;
  };
  send = (order: Order): Promise<Answered> => {
    this.sent.push(order);
    if (order.do === 'shuffles') return Promise.resolve({ is: 'shuffled', id: '', shuffle: this.shuffle });
    return Promise.resolve({ is: 'saved', id: '', version: 0 });
  };
  say = (message: { do: 'number' }): Promise<void> => {
    this.sent.push(message);
    return new Promise((resolve) => (this.heard = resolve));
  };
  shows(change: Partial<Picture>): void {
    this.#picture = { ...this.#picture, ...change };
    this.#listener(this.#picture);
  }
  tell(fair: Fairness | null, turning: Turning = {}, more: Partial<Picture> = {}): void {
    this.shows({ version: this.#picture.version + 1, fair, turning, ...more });
  }
  /** Everything up to the deal of a golden transcript's first shuffle. */
  deals({ bound, turned, draws, proofs }: Shuffle, more: Partial<Picture> = {}): void {
    this.tell(null, { promised: [0, 2] });
    this.tell({ bound }, { shuffle: 1, people: [0, 2], waits: true });
    this.tell({ turned, drawn: draws?.[0]?.groups ?? [], proofs }, { shuffle: 1, people: [0, 2], promised: [0] }, more);
  }
}

/** A client at a table, with the number of the golden transcript first. */
function client(table: Table, ...numbers: string[]): { turner: Turner; memory: () => Remembered } {
  let all: Remembered = { numbers: {}, bound: {} };
  const memory = { load: () => all, save: (now: Remembered) => (all = now) };
  const turner = new Turner('T1', table, memory, () => numbers.shift() ?? 'C'.repeat(43));
  return { turner, memory: () => all };
}
const GOLD = first(crash);
const MINE = GOLD.mine ?? '';
const troubleOf = ({ fair }: Turner): string | undefined => fair.trouble?.why;
/** What the saved transcript says. */
const proves = (turner: Turner): (string | null)[] =>
  verify(read(JSON.stringify(turner.transcript())) ?? assert.fail()).map(({ why }) => why);

test('a client promises, opens what it promised, and counts the cards that fit', async () => {
  const table = new Table();
  const { turner } = client(table, MINE, 'B'.repeat(43));
  await Promise.resolve();
  assert.deepEqual(table.sent.splice(0), [{ do: 'promise', promise: promise('T1', MINE) }]);
  table.deals(GOLD);
  assert.deepEqual(table.sent, [{ do: 'number', shuffle: 1, number: MINE, next: promise('T1', 'B'.repeat(43)) }]);
  assert.deepEqual([turner.fair.cards, turner.fair.own, turner.fair.trouble], [13, true, null]);
  assert.deepEqual(turner.transcript().shuffles, [GOLD]);
});

test('a client whose number came too late promises none before it comes again', async () => {
  const table = new Table();
  client(table);
  await Promise.resolve();
  table.sent.splice(0);
  table.tell({ bound: GOLD.bound }, { shuffle: 1, people: [0, 2], waits: true });
  const secret = { number: '', decks: [] as never };
  table.tell({ voided: { missing: [0], numbers: {}, secret } }, { shuffle: 1 });
  assert.deepEqual(table.sent, []);
});

test('a client that had promised and is left out says so, and its transcript proves it', () => {
  const { 0: _, ...promises } = GOLD.bound.promises;
  const without = { ...GOLD.bound, promises };
  const told = (more: Partial<Picture> = {}): Turner => {
    const table = new Table();
    const { turner } = client(table, MINE);
    table.tell(null, { promised: [0, 2] }, more);
    table.tell({ bound: without }, { shuffle: 1, people: [2], waits: true });
    return turner;
  };
  assert.equal(troubleOf(told()), 'left_out');
  assert.deepEqual(proves(told()), ['left_out']);
  // The house may leave out whoever isn't there, or sits out
  assert.equal(troubleOf(told({ present: [false, true, true, true] })), undefined);
  assert.equal(troubleOf(told({ scene: { seats: [{ away: true }] } as unknown as Scene })), undefined);
});

test('a client that is called missing though the house had its number says so, and its transcript proves it', async () => {
  const [, gone] = crash.shuffles as unknown as Shuffle[];
  const { bound, mine, voided } = gone ?? GOLD;
  assert.ok(voided && mine);
  const told = async (heard: boolean): Promise<Turner> => {
    const table = new Table();
    const { turner } = client(table, mine);
    table.tell(null, { shuffle: 1, promised: [0, 2] });
    table.tell({ bound }, { shuffle: 2, people: [0, 2], waits: true });
    if (heard) table.heard();
    await Promise.resolve();
    table.tell({ voided: { ...voided, missing: [0, 2], numbers: {} } }, { shuffle: 2, void: 1 });
    return turner;
  };
  assert.equal(troubleOf(await told(true)), 'declared');
  assert.deepEqual(proves(await told(true)), ['declared']);
  assert.equal(troubleOf(await told(false)), undefined); // it may have been on its way
});

test('a shuffle that is left out, or told again as another, is told of at the table', () => {
  const again = (shuffle: number): string | undefined => {
    const table = new Table();
    const { turner } = client(table, MINE);
    table.deals(GOLD);
    table.tell({ bound: { ...GOLD.bound, shuffle } }, { shuffle, people: [0, 2], waits: true });
    return troubleOf(turner);
  };
  assert.equal(again(3), 'gap');
  assert.equal(again(1), 'twice');
});

test('a page that is loaded anew knows what the house was bound to, and what its own numbers were', () => {
  const table = new Table();
  const before = client(table, MINE);
  table.deals(GOLD);
  const memory = { load: before.memory, save: () => undefined };
  const again = new Turner('T1', new Table(), memory);
  const { mine: _, ...told } = GOLD;
  again.complete({ fair: 1, table: 'T1', seat: 0, shuffles: [told] });
  assert.deepEqual(again.transcript().shuffles, [GOLD]);
  const sheets: [string, string] = [GOLD.bound.sheets[1], GOLD.bound.sheets[0]];
  again.complete({ fair: 1, table: 'T1', seat: 0, shuffles: [{ ...told, bound: { ...told.bound, sheets } }] });
  assert.equal(troubleOf(again), 'twice');
});

test('a card that lies open without a proof is told of, and stands in the transcript', () => {
  const piles = (GOLD.proofs ?? []).map((proof) => proof.slice(2, 4));
  const told = (...shown: string[]): Turner => {
    const table = new Table();
    const { turner } = client(table, MINE);
    table.deals(GOLD, { scene: { seats: [], view: { piles: [piles.join(''), '????', ...shown] } } as unknown as Scene });
    return turner;
  };
  assert.equal(troubleOf(told()), undefined);
  const other = (GOLD.bound.pack.match(/../g) ?? []).find((card) => !piles.includes(card)) ?? '';
  assert.equal(troubleOf(told(other)), 'unproved');
  assert.deepEqual(proves(told(other)), ['unproved']);
});

test('what was missed is asked for, and nothing is taken in twice', async () => {
  const table = new Table();
  const { turner } = client(table, MINE);
  table.deals(GOLD);
  table.shows({ line: 'offline', present: null });
  table.shows({ line: 'online' }); // with the last update still in the picture
  assert.deepEqual([turner.fair.trouble, turner.transcript().shuffles], [null, [GOLD]]);
  table.shuffle = GOLD;
  table.shows({ version: 40, fair: null }); // a welcome
  assert.deepEqual(table.sent.at(-1), { do: 'shuffles' });
  await Promise.resolve();
  assert.deepEqual(turner.transcript().shuffles, [GOLD]);
});

test('a client whose line broke while numbers are waited for opens its own again', () => {
  const table = new Table();
  client(table, MINE);
  table.tell(null, { promised: [0, 2] });
  table.tell({ bound: GOLD.bound }, { shuffle: 1, people: [0, 2], waits: true });
  table.sent.splice(0);
  table.shows({ line: 'offline' });
  table.shows({ line: 'online' });
  assert.ok(table.sent.some((each) => (each as { number?: unknown }).number === MINE));
});

test('decks that stay closed at the end of a game are told of where they should be open', () => {
  const [shuffle] = opened.shuffles as unknown as Shuffle[];
  assert.ok(shuffle?.turned);
  const told = (dealt: Shuffle['dealt']): string | undefined => {
    const table = new Table();
    const turner = new Turner('opened', table, { load: () => ({ numbers: {}, bound: {} }), save: () => undefined });
    const { bound, turned, draws, proofs } = shuffle;
    const turning = { shuffle: 1, people: [0, 1] };
    table.shows({ table: { open_decks: true } as About });
    table.tell({ bound }, turning);
    table.tell({ turned, drawn: draws?.[0]?.groups ?? [], proofs }, turning);
    table.tell(null, turning, { scene: { status: 'over', seats: [] } as unknown as Scene });
    table.tell(dealt ? { opened: { 1: dealt } } : null, turning);
    return troubleOf(turner);
  };
  assert.equal(told(shuffle.dealt), undefined);
  assert.equal(told(undefined), 'closed');
  assert.equal(told(shuffle.turned.other), 'deck');
});
