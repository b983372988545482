// Crash: cards that somebody arranges, and what is said of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arranging } from '../src/arrange/arranging.svelte';
import { disorderOf } from '../src/arrange/manner';
import type { Tray } from '../src/arrange/tray.svelte';
import type { Guide } from '../src/wire/games/crash';
import { tray } from './nineCards';

/** A tray in which some cards lie. */
function laid(places: string[][], more?: Partial<Guide>): Tray {
  const ours = tray(more);
  places.forEach((cards, at) => ours.put(cards, at));
  return ours;
}
const adviceOn = (ours: Tray) => ours.manner.advice(ours);
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

test('a whole hand that has room beside what lies there joins it', () => {
  const { ours, by } = arranging([['As'], ['Kh', 'Qh']]);
  by.tapZone(0);
  by.tapZone(1);
  assert.deepEqual(ours.places, [[], ['As', 'Kh', 'Qh'], []]);
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
