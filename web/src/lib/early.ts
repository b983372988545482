// What is asked of the server before the rest of the client is here. On a slow line that is half a second each.
const asked = new Map<string, Promise<Response>>();

/** Asks now; whoever calls for it later finds the answer on its way. */
export function ask(path: string): void {
  const answer = fetch(path, { credentials: 'same-origin' });
  answer.catch(() => undefined); // it is told to whoever takes it
  asked.set(path, answer);
}

/** The answer that is on its way, once. */
export function take(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}

const lines = new Map<string, WebSocket>();

/** Where a table's socket is. */
export const socketUrl = (table: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;

/** Opens a table's socket now; the server says nothing on it before it is asked. */
export function dial(table: string): void {
  const url = socketUrl(table);
  lines.set(url, new WebSocket(url));
}

/** A socket to an address: the one that was opened early, if it still holds, once. */
export function line(url: string): WebSocket {
  const dialled = lines.get(url);
  lines.delete(url);
  return dialled && dialled.readyState <= WebSocket.OPEN ? dialled : new WebSocket(url);
}
