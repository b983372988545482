// The shuffle at a table's page. What hashes is fetched once the table is there: nobody waits for it.
import { onDestroy } from 'svelte';
import type { TableSocket } from '../lib/socket';
import type { Fair, Turner } from './turner';

export interface Turning {
  /** What was checked so far; null before anything could be. */
  readonly fair: Fair | null;
  /** What `prial verify` reads. */
  transcript: () => object;
}

/** To be called where a page begins. */
export function turning(id: string, socket: TableSocket): Turning {
  let fair = $state.raw<Fair | null>(null);
  let turner: Turner | undefined;
  let state: 'before' | 'fetched' | 'closed' = 'before';
  const forget = socket.subscribe((picture) => {
    if (!picture.scene || state !== 'before') return;
    state = 'fetched';
    void import('./turner').then(
      (found) => {
        if (state === 'closed') return;
        turner = new found.Turner(id, socket);
        turner.subscribe((now) => (fair = now));
      },
      () => undefined, // a file that is gone, because the server has a newer client: this page adds nothing, and says nothing
    );
  });
  onDestroy(() => {
    state = 'closed';
    forget();
    turner?.close();
  });
  return {
    get fair() {
      return fair;
    },
    transcript: () => turner?.transcript() ?? {},
  };
}
