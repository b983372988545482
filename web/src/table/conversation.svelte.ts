// The log and the chat of a table: how much of the log may be shown, and how much of the chat was read.
import { logged } from '../boards';
import { settings } from '../lib/settings.svelte';
import { keep, load } from '../lib/store';
import type { Line, Talk } from '../wire/messages';
import { heardOf, since, type Heard } from './since';

/** A window of this width has room for both beside the table. */
const ROOMY = '(min-width: 1600px)';

/** Make it while the page is being set up. */
export class Conversation {
  readonly #lines: () => readonly Line[];
  readonly #talk: () => readonly Talk[];
  readonly #game: () => string | undefined;
  /** Number of lines that may be shown while the board shows the end of a deal; null for all. */
  limit = $state<number | null>(null);
  view = $state<'log' | 'chat'>('log');
  /** Whether there is room beside the table; if not, log and chat are in a drawer. */
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

  /** Whether it is shown beside the table where there is room, as the viewer left it. */
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
  /** Whether all lines may be shown. */
  readonly told = $derived.by(() => this.limit === null);
  /** Number of unread messages. */
  readonly fresh = $derived.by(() => (settings.mute ? 0 : since(this.#read, this.chat).length));
}
