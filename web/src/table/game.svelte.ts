// The description of the game that is played at a table, once it is fetched.
import { boardOf, type Board } from '../boards';
import { api, type Game } from '../lib/api';
import { keep } from '../lib/store';

const AGAIN_MS = 3000;

export interface Played {
  readonly board: Board | null;
  /** Undefined until it is fetched. */
  readonly game: Game | undefined;
}

/** Call this while the page is being set up; `name` is the game's, once it is known. */
export function played(name: () => string | undefined): Played {
  let board = $state.raw<Board | null>(null);
  let game = $state.raw<Game>();
  $effect(() => {
    const wanted = name();
    if (!wanted) return;
    keep('game', wanted);
    let again: ReturnType<typeof setTimeout> | undefined;
    const fetch = (): void =>
      void boardOf(wanted).then(
        (found) => (board = found),
        () => (again = setTimeout(fetch, AGAIN_MS)),
      );
    fetch();
    api.games().then(
      (games) => (game = games.find((each) => each.name === wanted)),
      () => {},
    );
    return () => clearTimeout(again);
  });
  return {
    get board() {
      return board;
    },
    get game() {
      return game;
    },
  };
}
