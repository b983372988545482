// What several tests are made of.
import type { Line } from '../src/wire/messages';

/** A line of the log that tells an event. */
export const told = <E>(event: E, text = ''): Omit<Line, 'event'> & { event: E } => ({ version: 0, code: '', text, event });

/** Gives the code under test something that only a browser has. */
export function pretend(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A browser's storage, empty. */
export function storage(): { stored: Map<string, string> } {
  const stored = new Map<string, string>();
  pretend('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  return { stored };
}

/** Numbers as a guide has them: two bytes each, the low one first, as Base64. */
export const packed = (numbers: readonly number[]): string =>
  btoa(String.fromCharCode(...numbers.flatMap((each) => [each & 255, each >> 8])));
