// Requests that are sent before the rest of the client is loaded. On a slow connection each saves half a second.
const asked = new Map<string, Promise<Response>>();

/** Sends a request now; `take` gives its answer later. */
export function ask(path: string): void {
  const answer = fetch(path, { credentials: 'same-origin' });
  answer.catch(() => undefined); // an error is reported to the code that takes the answer
  asked.set(path, answer);
}

/** The answer of an early request; only the first call gets it. */
export function take(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}

const lines = new Map<string, WebSocket>();

/** The address of a table's socket. */
export const socketUrl = (table: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;

/** Opens a table's socket now; the server says nothing on it before it is asked. */
export function dial(table: string): void {
  const url = socketUrl(table);
  lines.set(url, new WebSocket(url));
}

/** A socket to an address: the early one, if it is still open and wasn't taken before, else a new one. */
export function line(url: string): WebSocket {
  const dialled = lines.get(url);
  lines.delete(url);
  return dialled && dialled.readyState <= WebSocket.OPEN ? dialled : new WebSocket(url);
}
