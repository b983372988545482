// The shuffle at a table's page.
import { onDestroy } from 'svelte';
import { api } from '../lib/api';
import type { TableSocket } from '../lib/socket';
import type { Transcript } from './transcript';
import { Turner, type Fair, type Line } from './turner';

export interface Turning {
  /** What was checked so far. */
  readonly fair: Fair;
  /** Whether this page's viewer has a seat. */
  readonly seated: boolean;
  /** Loads all shuffles of the table, also those from before this page was opened. */
  complete: () => Promise<void>;
  /** The transcript for `prial verify`. */
  transcript: () => Transcript;
}

/** Passes the table's messages on in separate tasks, so that hashing waits until the page has handled a message. */
function afterwards(socket: TableSocket): Line {
  return {
    subscribe: (listener) => {
      let open = true;
      const forget = socket.subscribe((picture) => setTimeout(() => open && listener(picture)));
      return () => {
        open = false;
        forget();
      };
    },
    send: (order) => socket.send(order),
    say: (message) => socket.say(message),
  };
}

/** Call this while the page is being set up. */
export function turning(id: string, socket: TableSocket): Turning {
  const turner = new Turner(id, afterwards(socket));
  let fair = $state.raw<Fair>(turner.fair);
  const forget = turner.subscribe((now) => (fair = now));
  onDestroy(() => {
    forget();
    turner.close();
  });
  return {
    get fair() {
      return fair;
    },
    get seated() {
      return turner.transcript().seat !== null;
    },
    complete: async () => turner.complete(await api.shuffles(id)),
    transcript: () => turner.transcript(),
  };
}
