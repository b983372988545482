// The pack as it is printed: pips, inks, courts.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { INDICES, pip, PIPS, SUITS } from '../src/cards/print';

// npm runs tests in web/
const COURTS = 'src/cards/courts/';
const STYLE = readFileSync('src/look.css', 'utf8');

const key = (places: readonly (readonly [number, number])[]): string[] => places.map(String).sort();

test('a card has as many pips as it says, and no two touch', () => {
  for (let count = 1; count <= 10; count++) {
    const places = PIPS[count] ?? [];
    assert.equal(places.length, count);
    for (const [at, [x, y]] of places.entries())
      for (const [across, down] of places.slice(at + 1)) assert.ok(Math.hypot(x - across, y - down) > 23, `${count}`);
  }
});

test('a card looks the same from both sides, but the seven', () => {
  for (const [count, places] of Object.entries(PIPS)) {
    const turned = key(places.map(([x, y]) => [100 - x, 140 - y]));
    if (count === '7') assert.notDeepEqual(turned, key(places));
    else assert.deepEqual(turned, key(places), count);
  }
});

test('pips stand where printers put them', () => {
  const rows = (count: number, across: 'outer' | 'middle'): number[] =>
    [...new Set((PIPS[count] ?? []).filter(([x]) => (x === 50) === (across === 'middle')).map(([, y]) => y))].sort(
      (a, b) => a - b,
    );
  const outer = rows(10, 'outer');
  assert.equal(new Set(outer.slice(1).map((row, at) => row - (outer[at] ?? 0))).size, 1, 'four rows of a ten at equal distances');
  assert.deepEqual(rows(10, 'middle'), [(28 + 56) / 2, (84 + 112) / 2], 'between two rows each');
  assert.deepEqual(rows(9, 'outer'), outer);
  assert.deepEqual(rows(8, 'middle'), [49, 91]);
  assert.deepEqual(rows(7, 'middle'), [49], 'the single pip of a seven above the middle');
  for (let count = 2; count <= 10; count++) assert.equal(Math.min(...(PIPS[count] ?? []).map(([, y]) => y)) < 50, true);
});

/** The points that an outline comes through. */
function points(outline: string): number[][] {
  const COUNT: Record<string, number> = { m: 2, l: 2, h: 1, s: 4, c: 6, a: 7, z: 0 };
  const all: number[][] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', said = ''] of outline.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (said.match(/-?[\d.]+/g) ?? []).map(Number);
    const count = COUNT[command.toLowerCase()] ?? assert.fail(command);
    for (let from = 0; from < numbers.length; from += count) {
      const [toX = 0, toY = 0] = command === 'h' ? [numbers[from], 0] : numbers.slice(from + count - 2, from + count);
      [x, y] = command === command.toLowerCase() ? [x + toX, y + toY] : [toX, toY];
      all.push([x, y]);
    }
  }
  return all;
}

test('a pip is the outline of its suit where it stands, as high as it is, and upside down', () => {
  for (const [suit, outline] of SUITS.entries())
    for (const turned of [false, true]) {
      const drawn = points(pip(suit, 30, 90, 20, turned));
      const scale = turned ? -0.02 : 0.02;
      assert.equal(drawn.length, points(outline).length);
      for (const [at, [x = 0, y = 0]] of points(outline).entries()) {
        const [left = NaN, top = NaN] = drawn[at] ?? [];
        assert.ok(Math.hypot(left - (30 + scale * x), top - (90 + scale * y)) < 0.01, `${suit} ${at}`);
      }
    }
});

test('each rank and suit has a sign of its own', () => {
  assert.deepEqual([new Set(INDICES).size, new Set(SUITS).size], [13, 4]);
});

/** The value of a variable of the page; of the rule that begins with `where`, if one is named. */
function ink(name: string, where = ':root {'): string {
  const rule = STYLE.slice(STYLE.indexOf(where)).split('}')[0] ?? '';
  return new RegExp(`--${name}: ([^;]+);`).exec(rule)?.[1] ?? '';
}
const colours = (value: string): string[] => value.match(/#[0-9a-f]{6}/g) ?? [];

function light(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

test('an index can be read in two colours and in four', () => {
  const inks = ['s', 'h', 'd', 'c'].map((suit) => ink(`suit-${suit}`));
  const four = ['d', 'c'].map((suit) => ink(`suit-${suit}`, ":root[data-pack='four']"));
  assert.equal(new Set([...inks, ...four]).size, 4);
  for (const each of [...inks, ...four]) assert.ok(contrast(each, ink('card')) >= 4.5, each);
});

test('words can be read on every felt, by day and by night', () => {
  for (const felt of ['green', 'blue']) {
    const rule = `[data-felt='${felt}'] {`;
    for (const cloth of [...colours(ink('baize', rule)), ...colours(ink('baize-2', rule))]) {
      for (const word of [ink('baize-ink'), ink('baize-ink-2', rule)])
        assert.ok(contrast(word, cloth) >= 4.5, `${word} on ${cloth}`);
      assert.ok(contrast(ink('brass'), cloth) >= 3, `brass on ${cloth}`);
    }
  }
});

test('twelve courts are small files, in the inks of the page', () => {
  const files = readdirSync(COURTS);
  const names = ['J', 'K', 'Q'].flatMap((rank) => ['c', 'd', 'h', 's'].map((suit) => `${rank}${suit}.svg`));
  assert.deepEqual(files.sort(), names);
  const texts = files.map((file) => readFileSync(COURTS + file, 'utf8'));
  assert.ok(texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) <= 70_000);
  for (const [at, text] of texts.entries()) {
    assert.match(text, new RegExp(`^<svg [^>]*id="court-${(files[at] ?? '').slice(0, 2)}"`));
    assert.doesNotMatch(text, /(?:fill|stroke)="(?!none|var\(--court-(?:navy|brick|brass|black)\))/);
    assert.doesNotMatch(text, /<script|<style| on|href="(?!#)/);
    const twice = text.match(/ href="#[^"]+" transform="rotate\(180 650 1000\)"/g) ?? [];
    assert.equal(twice.length, text.match(/<g id=/g)?.length, 'each half is drawn twice');
  }
});
