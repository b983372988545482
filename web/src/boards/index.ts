// Boards by the name of their game; each is fetched when a table of it is opened, and a game without one gets `Plain`.
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
//   place by place when it ends while the board is there, and at once when the board is mounted upon it, with `still`, or
//   where motion is unwelcome.
// * `onreveal(n)` says while a deal is shown that only the first n lines may be told; `onreveal(null)` that it is through:
//   until then whatever tells the end (the log, the winner) should wait.
import type { PlainKey } from '../words';
import type { Board } from './types';

export type { Board, BoardProps, Drafts, Sending } from './types';

const BOARDS: Record<string, () => Promise<{ default: Board }>> = {
  crash: () => import('./Crash.svelte'),
  brag: () => import('./Brag.svelte'),
  stop_the_bus: () => import('./StopTheBus.svelte'),
};

/** What the pages around a board have to know of its game. */
export interface Manner {
  /** Hands are arranged, by all at the same time: that is what their seats are doing, and what can be reviewed. */
  arranges: boolean;
  /** The board itself shows who sits where and what each is doing. */
  seats: boolean;
  /** What a game's score counts. */
  score: PlainKey;
}

const MANNERS: Record<string, Manner> = {
  crash: { arranges: true, seats: false, score: 'end.score' },
  brag: { arranges: false, seats: true, score: 'end.chips' },
  stop_the_bus: { arranges: false, seats: true, score: 'end.tokens' },
};

/** The manner of a game. */
export const mannerOf = (game: string): Manner => MANNERS[game] ?? { arranges: false, seats: false, score: 'end.score' };

/** The board of a game. */
export async function boardOf(game: string): Promise<Board> {
  return (await (BOARDS[game] ?? (() => import('./Plain.svelte')))()).default;
}
