// The check of shuffles in the browser, against the transcripts that the library's check reads too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, ownCards, Unfair } from '../src/fair/check';
import { promise } from '../src/fair/hashes';
import { Turner } from '../src/fair/turner';
import { NOTHING, type Order, type Picture } from '../src/lib/picture';
import type { Fairness, Scene, Shuffle } from '../src/wire/messages';
import crash from '../../tests/fair/golden/crash.json';
import dealer from '../../tests/fair/golden/dealer.json';
import stripped from '../../tests/fair/golden/stripped.json';

interface Transcript {
  table: string;
  seat: number;
  shuffles: Shuffle[];
}
const transcripts = [crash, dealer, stripped] as unknown as Transcript[];
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
    'place',
  );
});

/** A table that says what it is told to say, and keeps what it hears. */
class Table {
  sent: (Order | { do: string })[] = [];
  #listener: (picture: Picture) => void = () => undefined;
  #picture: Picture = { ...NOTHING, line: 'online', viewer: 0, version: 1, scene: { seats: [] } as unknown as Scene };

  subscribe = (listener: (picture: Picture) => void): (() => void) => {
    this.#listener = listener;
    listener(this.#picture);
    return () => undefined;
  };
  send = (order: Order): Promise<{ is: 'saved'; id: string; version: number }> => {
    this.sent.push(order);
    return Promise.resolve({ is: 'saved', id: '', version: 0 });
  };
  say = (message: { do: 'number' }): void => void this.sent.push(message);
  tell(fair: Fairness | null, turning: Scene['turning'] = {}): void {
    const scene = { seats: [], turning } as unknown as Scene;
    this.#picture = { ...this.#picture, version: this.#picture.version + 1, fair, scene };
    this.#listener(this.#picture);
  }
}

test('a client promises, opens what it promised, and counts the cards that fit', async () => {
  const shuffle = first(crash);
  const mine = shuffle.mine ?? '';
  const numbers = [mine, 'B'.repeat(43), 'C'.repeat(43)];
  const table = new Table();
  let kept = {};
  const turner = new Turner('T1', table, { load: () => kept, save: (all) => (kept = all) }, () => numbers.shift() ?? '');
  await Promise.resolve();
  assert.deepEqual(table.sent.splice(0), [{ do: 'promise', promise: promise('T1', mine) }]);
  table.tell({ bound: shuffle.bound }, { shuffle: 1, people: [0, 2], waits: true });
  assert.deepEqual(table.sent.splice(0), [{ do: 'number', shuffle: 1, number: mine, next: promise('T1', 'B'.repeat(43)) }]);
  const { turned, proofs } = shuffle;
  const turning = { shuffle: 1, people: [0, 2], promised: [0] };
  table.tell({ turned, drawn: shuffle.draws?.[0]?.groups ?? [], proofs }, turning);
  let cards = 0;
  turner.subscribe((fair) => {
    cards = fair.cards;
    assert.equal(fair.trouble, null);
  });
  assert.equal(cards, 13);
  assert.deepEqual(table.sent, []);
  assert.deepEqual((turner.transcript() as Transcript).shuffles, [shuffle]);
});

test('a client whose number came too late promises none before it comes again', async () => {
  const shuffle = first(crash);
  const table = new Table();
  new Turner('T1', table, { load: () => ({}), save: () => undefined }, () => 'A'.repeat(43));
  await Promise.resolve();
  table.sent.splice(0);
  table.tell({ bound: shuffle.bound }, { shuffle: 1, people: [0, 2], waits: true });
  const secret = { number: '', decks: [] as never };
  table.tell({ voided: { missing: [0], numbers: {}, secret } }, { shuffle: 1 });
  assert.deepEqual(table.sent, []);
});
