// The line to a table, and why there is no such table, where there is none.
import { onDestroy } from 'svelte';
import { api, Failure } from '../lib/api';
import { socketUrl } from '../lib/early';
import { me } from '../lib/me.svelte';
import { TableSocket } from '../lib/socket';
import { t } from '../words';

export interface Connection {
  readonly socket: TableSocket;
  /** Why there is no table, in a sentence; empty while one may be. */
  readonly trouble: string;
}

/** Call this while the page is being set up; the line is closed when it ends. */
export function connected(id: string): Connection {
  const socket = new TableSocket(socketUrl(id));
  let trouble = $state('');
  me.ready().then(
    () => socket.open(),
    (error: unknown) => (trouble = error instanceof Error ? error.message : t('table.unknown')),
  );

  // No table where one was looked for: the plain address says why
  let failed = 0;
  const forget = socket.subscribe((picture) => {
    const again = picture.failed > failed;
    failed = picture.failed;
    if (!again) return;
    // A refused line says nothing of why: perhaps somebody has signed out elsewhere
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
