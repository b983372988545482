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
  /** Takes in all shuffles of the table, those too of which this page didn't hear. */
  complete: () => Promise<void>;
  /** What `prial verify` reads. */
  transcript: () => Transcript;
}

/** The line of a table, heard in tasks of their own: hashing has its time when the page has taken a message in. */
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
