// The shuffle at a table's page.
import { onDestroy } from 'svelte';
import type { TableSocket } from '../lib/socket';
import { Turner, type Fair } from './turner';

export interface Turning {
  /** What was checked so far. */
  readonly fair: Fair;
  /** What `prial verify` reads. */
  transcript: () => object;
}

/** To be called where a page begins. */
export function turning(id: string, socket: TableSocket): Turning {
  const turner = new Turner(id, socket);
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
    transcript: () => turner.transcript(),
  };
}
