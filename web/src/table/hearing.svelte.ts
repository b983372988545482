// Reads the page out to people who use a screen reader: new lines of the log, the chat, and a board's own messages. Sounds go
// with the lines.
import { untrack } from 'svelte';
import { settings } from '../lib/settings.svelte';
import { newId } from '../lib/socket';
import { shared } from '../lib/told';
import type { Line, Talk } from '../wire/messages';
import { t } from '../words';
import type { Conversation } from './conversation.svelte';
import { heardOf, since, type Heard } from './since';
import { cue, sound } from './sounds';
import { spoken, withSuits } from './talk';

const HELD_MS = 9000;
const MOST_HELD = 8;
/** More new lines than this at once belong to the past, and are not read out. */
const MOST_NEW = 40;

export interface Hearing {
  /** The text that is being read out. */
  readonly saying: readonly { id: string; text: string }[];
  announce: (text: string) => void;
}

/**
 * Call this while the page is being set up.
 *
 * @param here whether the table is loaded; earlier lines are not read out.
 */
export function hearing(talk: Conversation, here: () => boolean, viewer: () => number | null): Hearing {
  let saying = $state.raw<readonly { id: string; text: string }[]>([]);
  function announce(text: string): void {
    const one = { id: newId(), text };
    saying = [...saying, one].slice(-MOST_HELD);
    setTimeout(() => (saying = saying.filter((each) => each.id !== one.id)), HELD_MS);
  }

  let toLog: Heard | undefined;
  function hearLines(log: readonly Line[]): void {
    const fresh = toLog ? since(toLog, log) : [];
    toLog = heardOf(log);
    if (!fresh.length || fresh.length >= MOST_NEW) return;
    sound(fresh);
    if (fresh.some((line) => shared(line)?.type === 'core.over')) cue('win');
    for (const line of fresh) if (!line.private) announce(withSuits(line.text));
  }

  let toChat: Heard | undefined;
  function hearChat(chat: readonly Talk[]): void {
    const fresh = toChat && !settings.mute ? since(toChat, chat) : [];
    toChat = heardOf(chat);
    for (const line of fresh) {
      const said = spoken(line);
      if (said.seat === null || said.seat !== viewer()) announce(t('table.chat.from', { name: said.name, text: said.text }));
    }
  }

  $effect(() => {
    const { log, chat } = talk;
    untrack(() => {
      if (!here()) return;
      hearLines(log);
      hearChat(chat);
    });
  });
  return {
    get saying() {
      return saying;
    },
    // A board speaks before the table, whose effects come after those within: what it says is due to what the lines tell
    announce: (text) => queueMicrotask(() => announce(text)),
  };
}

/** A sound when one's turn comes, for those who want sounds; call this while the page is being set up. */
export function calling(turn: () => boolean): void {
  let before = untrack(turn);
  $effect(() => {
    const now = turn();
    if (now && !before) cue('turn');
    before = now;
  });
}
