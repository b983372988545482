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
