// The games that have a folder here, found by its name (manifest.ts says what is in it). A game that has none is played on
// `Plain`, and the house's words stand around it.
//
// A board is a picture of what it is given (`BoardProps` in types.ts) and knows nothing of sockets: the table page and the
// replay page drive the same one.
//
//   const Board = await boardOf(about.game);
//   <Board {about} {scene} {viewer} {names} {lines} {asked} {interactive} … />
//
// * `scene`, `asked`, `lines`, `about` and `viewer` are those of the socket's messages. For each update give the scene as it
//   came, `asked` as long as its key is the scene's, and the lines so far with the new ones at their end.
// * `names` are the players' names by seat; the board puts "you" in the viewer's place by itself.
// * `interactive: false` shows the same without anything to press; then no callback is needed. A deal that is over is shown
//   step by step when it ends while the board is there, and at once when the board is mounted upon it, with `still`, or
//   where motion is unwelcome.
// * `onreveal(n)` says while a deal is shown that only the first n lines may be told; `onreveal(null)` that it is through:
//   until then whatever tells the end (the log, the winner) should wait.
import { locks } from '../lib/told';
import type { Line } from '../wire/messages';
import { t } from '../words';
import type { Manifest, Says } from './manifest';
import type { Board } from './types';

export type { Board, BoardProps, Drafts, Sending } from './types';

const files = import.meta.glob<Manifest>('../games/*/index.ts', { eager: true, import: 'default' });
const MANIFESTS: ReadonlyMap<string, Manifest> = new Map(
  Object.entries(files).map(([path, manifest]) => [path.split('/').at(-2) ?? '', manifest]),
);

/** The manifest of a game; undefined if the client doesn't know the game. */
export const manifestOf = (game: string): Manifest => MANIFESTS.get(game) ?? {};

/** The board of a game. */
export const boardOf = async (game: string): Promise<Board> =>
  (await (manifestOf(game).board ?? (() => import('./Plain.svelte')))()).default;

/** A game's own words for the pages around its board. */
export const saysOf = (game: string): Says => ({
  score: t('end.score'),
  deciding: t('seat.turn'),
  decided: t('seat.decided'),
  rethink: (name) => t('table.offer.rethink', { name }),
  suggest: t('new.suggest.help'),
  ...manifestOf(game).says?.(),
});

/** Whether a line belongs to the log of a game; most games leave out who has decided. */
export const logged = (game: string, line: Line): boolean => !locks(line) || manifestOf(game).tellsLocks === true;

/** The game that the first page begins with, until another one is chosen; empty if there is none. */
export const beginning: string = [...MANIFESTS].find(([, manifest]) => manifest.begins)?.[0] ?? '';
