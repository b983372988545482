// The connection to a table, or the reason why there is no such table.
import { onDestroy } from 'svelte';
import { api, Failure } from '../lib/api';
import { socketUrl } from '../lib/early';
import { me } from '../lib/me.svelte';
import { TableSocket } from '../lib/socket';
import { t } from '../words';

export interface Connection {
  readonly socket: TableSocket;
  /** A sentence that says why there is no table; empty while there may be one. */
  readonly trouble: string;
}

/** Call this while the page is being set up; the connection is closed with the page. */
export function connected(id: string): Connection {
  const socket = new TableSocket(socketUrl(id));
  let trouble = $state('');
  me.ready().then(
    () => socket.open(),
    (error: unknown) => (trouble = error instanceof Error ? error.message : t('table.unknown')),
  );

  // No such table: the plain HTTP address says why
  let failed = 0;
  const forget = socket.subscribe((picture) => {
    const again = picture.failed > failed;
    failed = picture.failed;
    if (!again) return;
    // A refused connection gives no reason: perhaps the viewer has signed out elsewhere
    if (picture.failed > 1) me.again().catch(() => undefined);
    if (picture.table) return;
    api.table(id).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.status < 400 || error.status >= 500) return;
      trouble = error.message;
      socket.close();
    });
  });
  onDestroy(() => {
    forget();
    socket.close();
  });
  return {
    socket,
    get trouble() {
      return trouble;
    },
  };
}
