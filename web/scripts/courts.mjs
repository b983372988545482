// Makes src/cards/courts/*.svg, the courts of A. Kennard's pack (CC0) in the inks of ours and without index and frame. Does nothing
// where they are there and newer than what they are made of.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { optimize } from 'svgo';

/** Our name of each court, and the deck's. */
const COURTS = [...'JQK'].flatMap((rank) => [...'CDHS'].map((suit) => [rank + suit.toLowerCase(), suit + rank.toLowerCase()]));
const DECK = createRequire(import.meta.url).resolve('@letele/playing-cards/dist/index.esm.js');
const MADE_OF = [new URL(import.meta.url), new URL('../package-lock.json', import.meta.url)];
const fileOf = (name) => new URL(`../src/cards/courts/${name}.svg`, import.meta.url);

/** The deck's inks by ours. Pips name none: they get that of the card's suit. */
const INKS = {
  '#FC4': 'var(--court-brass)',
  red: 'var(--court-brick)',
  '#44F': 'var(--court-navy)',
  black: 'var(--court-black)',
};

/** Where a court lies on the deck's card, and the frame of 1300 by 2000 that it is drawn in. */
const PANEL = { width: 164.8, height: 260.8 };
const FRAME = { width: 1300, height: 2000 };

/** A unit of the frame is a quarter of a pixel on a card of 300; places of small pips, which are scaled, need more. */
const SHORT = {
  floatPrecision: 0,
  multipass: true,
  plugins: [{ name: 'preset-default', params: { overrides: { convertTransform: { floatPrecision: 2 } } } }],
};

/** The deck's components as plain trees: they are made for React, which is asked only to put elements together. */
async function deck() {
  const text = readFileSync(DECK, 'utf8')
    .replace(/^import _extends .*$/m, 'const _extends = Object.assign;')
    .replace(
      /^import \* as React .*$/m,
      'const React = { createElement: (tag, props, ...inner) => ({ tag, props: props ?? {}, inner }) };',
    );
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

const attribute = (name) => (name === 'viewBox' ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** An element as text, with our inks. */
function draw({ tag, props }, more) {
  const all = Object.entries({ ...props, ...more }).filter(([, value]) => value !== undefined);
  return `<${tag}${all.map(([name, value]) => ` ${attribute(name)}="${INKS[value] ?? value}"`).join('')}/>`;
}

/** A pip where the deck refers to one: on somebody's sleeve within the frame, or large in the corner of the panel. */
function pip({ props }, symbols) {
  const { xlinkHref, width, x, y, transform, ...rest } = props;
  const [across, down] = [FRAME.width / PANEL.width, FRAME.height / PANEL.height];
  const corner = () => `translate(${(x + PANEL.width / 2) * across} ${(y + PANEL.height / 2) * down}) scale(${across} ${down})`;
  const place = `${transform ?? corner()} scale(${width / 1200}) translate(600 600)`;
  return draw(symbols[xlinkHref.slice(1)].inner[0], { ...rest, height: undefined, fill: undefined, transform: place });
}

/** What is printed one over the other, from the lowest, each as its upper half. */
function layers(card) {
  const [defs, ...uses] = card.inner.filter(Boolean);
  const symbols = Object.fromEntries(defs.inner.map((symbol) => [symbol.props.id, symbol]));
  const used = uses.filter(({ tag }) => tag === 'use').map((use) => ({ use, symbol: symbols[use.props.xlinkHref.slice(1)] }));
  const inFrame = new Set(used.map(({ symbol }) => symbol).filter((symbol) => symbol.props.viewBox === '0 0 1300 2000'));
  const drawn = [...inFrame].map(({ inner }) =>
    inner.map((each) => (each.tag === 'use' ? pip(each, symbols) : draw(each, { fill: each.props.fill ?? 'black' }))).join(''),
  );
  const [, corner] = used.filter(({ symbol }) => symbol.props.viewBox === '-600 -600 1200 1200');
  return [...drawn, pip(corner.use, symbols)];
}

const shortened = (layer) =>
  optimize(`<svg xmlns="http://www.w3.org/2000/svg">${layer}</svg>`, SHORT).data.replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** A picture of a court: of each layer the upper half, and the same turned over. */
function picture(name, card) {
  const halves = layers(card).map((layer, at) => {
    const id = `court-${name}-${at}`;
    return `<g id="${id}">${shortened(layer)}</g><use href="#${id}" transform="rotate(180 650 1000)"/>`;
  });
  const root = `id="court-${name}" viewBox="0 0 ${FRAME.width} ${FRAME.height}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${halves.join('')}</svg>\n`;
}

const newest = Math.max(...MADE_OF.map((source) => statSync(source).mtimeMs));
if (COURTS.some(([name]) => !existsSync(fileOf(name)) || statSync(fileOf(name)).mtimeMs < newest)) {
  mkdirSync(new URL('.', fileOf('')), { recursive: true });
  const cards = await deck();
  for (const [name, theirs] of COURTS) writeFileSync(fileOf(name), picture(name, cards[theirs]({})));
}
