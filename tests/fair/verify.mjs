// A second verifier of transcripts, by docs/fair-shuffle.md and with nothing but Node: node verify.mjs FILE
// It prints what it found as JSON, or the number of the rule that doesn't hold, and ends with 1.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha = (what, ...fields) =>
  createHash('sha256').update([`prial-fair-1 ${what}`, ...fields].join('\n'), 'utf8').digest();
const hash = (what, ...fields) => sha(what, ...fields).toString('base64url');
const two = (text) => text.match(/../g) ?? [];
const bytes = (text, size) => {
  const found = Buffer.from(text, 'base64url');
  assert.ok(found.length === size && found.toString('base64url') === text, 'bytes');
};
const list = (texts) =>
  Object.keys(texts)
    .map(Number)
    .sort((a, b) => a - b)
    .map((seat) => `${seat}:${texts[seat]}`)
    .join(',');

function* stream(seed) {
  for (let counter = 0; ; counter++) yield* sha('stream', seed, counter);
}

function numbers(seed) {
  const source = stream(seed);
  return (n) => {
    if (n === 1) return 0;
    for (;;) {
      const byte = source.next().value;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}

function openedDeck(table, bound, which, { cards, key }) {
  bytes(key, 32);
  assert.deepEqual([...two(cards)].sort(), [...two(bound.pack)].sort(), 'rule 4');
  const seals = two(cards).map((card, place) => {
    const salt = sha('salt', key, place).subarray(0, 16).toString('base64url');
    return sha('card', table, bound.shuffle, which, place, card, salt).subarray(0, 24).toString('base64url');
  });
  assert.equal(seals.join(''), bound.sheets[which], 'rule 4');
}

function kept(table, number, promise) {
  bytes(number, 32);
  assert.equal(hash('promise', table, number), promise, 'rule 3');
}

function dealtFrom(table, { bound, turned, draws = [], proofs = [], picked, dealt: whole }, seat) {
  assert.deepEqual(Object.keys(turned.numbers).sort(), Object.keys(bound.promises).sort(), 'rule 3');
  for (const [each, number] of Object.entries(turned.numbers)) kept(table, number, bound.promises[each]);
  kept(table, turned.house, bound.house);
  const binding = hash('bound', table, bound.shuffle, bound.pack, bound.first, list(bound.promises), bound.house, ...bound.sheets);
  const seed = hash('seed', binding, turned.house, list(turned.numbers));
  const below = numbers(seed);
  const deck = below(2);
  const groups = (draws[0]?.groups ?? []).map(({ name, sizes }) => `${name}:${sizes.join(',')}`);
  assert.equal(picked && !draws.length ? `number:${picked.of}` : groups.join(';'), bound.first, 'rule 5');
  if (picked) assert.equal(below(picked.of), picked.value, 'rule 7');
  const places = two(bound.pack).map((_, place) => place);
  for (let last = places.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  openedDeck(table, bound, 1 - deck, turned.other);
  if (whole) openedDeck(table, bound, deck, whole);
  let dealt = 0;
  const due = draws.map(({ groups, mine = '' }) => {
    const own = [];
    for (const { name, sizes } of groups)
      sizes.forEach((size, pile) => {
        if (['hands', 'drawn', 'cut'].includes(name) && pile === seat) own.push(...places.slice(dealt, dealt + size));
        dealt += size;
      });
    return { own, mine: two(mine) };
  });
  assert.ok(dealt <= places.length, 'rule 5');
  const used = places.slice(0, dealt);
  const lies = {};
  for (const proof of proofs) {
    assert.match(proof, /^\d\d[2-9TJQKA][cdhs][\w-]{22}$/, 'rule 5');
    const [place, card, salt] = [Number(proof.slice(0, 2)), proof.slice(2, 4), proof.slice(4)];
    bytes(salt, 16);
    const seal = sha('card', table, bound.shuffle, deck, place, card, salt).subarray(0, 24).toString('base64url');
    assert.equal(seal, bound.sheets[deck].slice(32 * place, 32 * place + 32), 'rule 5');
    assert.ok(used.includes(place) && Object.entries(lies).every(([other, at]) => at !== place || other === card), 'rule 5');
    lies[card] = place;
  }
  for (const { own, mine } of due) for (const card of mine) assert.ok(own.includes(lies[card]), 'rule 6');
  return { cards: Object.keys(lies).join(''), words: [...sha('words', seed).subarray(0, 4)] };
}

const { fair, table, seat, shuffles, open = false } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const found = [];
let closed = false;
try {
  assert.equal(fair, 1);
  for (const shuffle of shuffles) {
    const { bound, mine, turned, voided } = shuffle;
    if (found.length) assert.equal(bound.shuffle, found.at(-1).shuffle + 1, 'rule 1');
    const cards = two(bound.pack);
    assert.equal(new Set(cards).size, cards.length, 'rule 1');
    for (const sheet of bound.sheets) assert.equal(sheet.length, 32 * cards.length, 'rule 1');
    if (mine) assert.equal(hash('promise', table, mine), bound.promises[seat], 'rule 2');
    if (mine && turned) assert.equal(turned.numbers[seat], mine, 'rule 2');
    if (voided) {
      assert.ok(!turned, 'rule 3');
      assert.ok(!shuffle.heard || !voided.missing.includes(seat), 'rule 2');
      const seats = [...voided.missing.map(String), ...Object.keys(voided.numbers)].sort();
      assert.deepEqual(seats, Object.keys(bound.promises).sort(), 'rule 3');
      for (const [each, number] of Object.entries(voided.numbers)) kept(table, number, bound.promises[each]);
      kept(table, voided.secret.number, bound.house);
      voided.secret.decks.forEach((deck, which) => openedDeck(table, bound, which, deck));
    }
    assert.ok(!(shuffle.dealt && closed), 'rule 8');
    closed ||= open && Boolean(turned) && !shuffle.dealt;
    found.push({ shuffle: bound.shuffle, ...(turned ? dealtFrom(table, shuffle, seat) : { cards: '', words: [] }) });
  }
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error;
  console.log(error.message.split('\n')[0]);
  process.exit(1);
}
console.log(JSON.stringify(found));
