// What may be told at any table. The events of a game are known to its folder only.
import type { Line, Wire } from '../wire/messages';

type Shared = Wire['Shared'];

const KINDS: Readonly<Record<Shared['type'], true>> = {
  'core.dealer': true,
  'core.cut': true,
  'core.cut_dealer': true,
  'core.cut_again': true,
  'core.dealt': true,
  'core.hand': true,
  'core.over': true,
  'core.locked': true,
  'core.unlocked': true,
  table: true,
};

/** What a line tells, where it is something that may be told at any table. */
export function shared({ event }: Line): Shared | null {
  const type = (event as { type?: string } | null)?.type ?? '';
  return Object.hasOwn(KINDS, type) ? (event as Shared) : null;
}

/** What happened around the game, where a line says that. */
export function happened(line: Line): string {
  const told = shared(line);
  return told?.type === 'table' ? told.what : '';
}

/** Whether a line says that somebody has decided, and nothing of what. */
export const locks = (line: Line): boolean => shared(line)?.type === 'core.locked';
