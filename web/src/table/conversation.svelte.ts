// What was told at a table and what was said: the log as far as it may be told, the chat as far as it was read.
import { logged } from '../boards';
import { settings } from '../lib/settings.svelte';
import { keep, load } from '../lib/store';
import type { Line, Talk } from '../wire/messages';
import { heardOf, since, type Heard } from './since';

/** As wide as this a window has room for both, until somebody says otherwise. */
const ROOMY = '(min-width: 1600px)';

/** Make it while the page is being set up. */
export class Conversation {
  readonly #lines: () => readonly Line[];
  readonly #talk: () => readonly Talk[];
  readonly #game: () => string | undefined;
  /** How many lines may be told, while the board shows how a deal ended; null when all may be. */
  limit = $state<number | null>(null);
  view = $state<'log' | 'chat'>('log');
  /** There is room for it beside the table; else it is a drawer, which may be open. */
  wide = $state(true);
  open = $state(false);
  #beside = $state(load('log', matchMedia(ROOMY).matches, (value) => typeof value === 'boolean'));
  #read = $state.raw<Heard>({ version: -1, count: 0 });

  constructor(lines: () => readonly Line[], talk: () => readonly Talk[], game: () => string | undefined) {
    this.#lines = lines;
    this.#talk = talk;
    this.#game = game;
    $effect(() => {
      const query = matchMedia('(min-width: 1280px)');
      const look = (): void => void (this.wide = query.matches);
      look();
      query.addEventListener('change', look);
      return () => query.removeEventListener('change', look);
    });
    $effect(() => {
      if (this.view === 'chat' && (this.wide ? this.beside : this.open)) this.#read = heardOf(this.chat);
    });
  }

  /** Stands beside the table, where there is room: as one left it. */
  get beside(): boolean {
    return this.#beside;
  }
  set beside(on: boolean) {
    this.#beside = on;
    keep('log', on);
  }

  readonly log = $derived.by(() => {
    const lines = this.#lines();
    return lines.slice(0, this.limit ?? lines.length).filter((line) => logged(this.#game() ?? '', line));
  });
  readonly chat = $derived.by(() => this.#talk());
  /** Whether nothing is held back. */
  readonly told = $derived.by(() => this.limit === null);
  /** How much was said that isn't read. */
  readonly fresh = $derived.by(() => (settings.mute ? 0 : since(this.#read, this.chat).length));
}
