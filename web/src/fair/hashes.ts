// The hashes of docs/fair-shuffle.md. A page over plain HTTP has no `crypto.subtle`, so a library computes them.
import { sha256 } from '@noble/hashes/sha2.js';

const UTF8 = new TextEncoder();

/** SHA-256 of a name and its fields, one line each. */
export const digest = (what: string, ...fields: readonly (string | number)[]): Uint8Array =>
  sha256(UTF8.encode([`prial-fair-1 ${what}`, ...fields].join('\n')));

/** Bytes as base64url without padding. */
export const text = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The commitment to a number, which doesn't reveal the number. */
export const promise = (table: string, number: string): string => text(digest('promise', table, number));

/** A number of 32 bytes that nobody else knows. */
export const fresh = (): string => text(crypto.getRandomValues(new Uint8Array(32)));

export const salt = (key: string, place: number): string => text(digest('salt', key, place).subarray(0, 16));

/** The commitment to a card at a position; 32 characters. */
export const seal = (table: string, shuffle: number, deck: number, place: number, card: string, its: string): string =>
  text(digest('card', table, shuffle, deck, place, card, its).subarray(0, 24));

/** Numbers below n that follow from a seed, each equally likely. */
export function stream(seed: string): (n: number) => number {
  let counter = 0;
  let bytes: readonly number[] = [];
  return (n) => {
    for (;;) {
      if (n === 1) return 0;
      if (!bytes.length) bytes = [...digest('stream', seed, counter++)];
      const [byte = 0, ...rest] = bytes;
      bytes = rest;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}
