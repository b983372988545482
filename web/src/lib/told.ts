// Events that may happen at any table. The events of a game are known only to the game's folder.
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

/** The event of a line, if it is one that may happen at any table. */
export function shared({ event }: Line): Shared | null {
  const type = (event as { type?: string } | null)?.type ?? '';
  return Object.hasOwn(KINDS, type) ? (event as Shared) : null;
}

/** The event of a line, if it is about the table and not about the game. */
export function happened(line: Line): string {
  const told = shared(line);
  return told?.type === 'table' ? told.what : '';
}

/** Whether a line only says that somebody has decided, not what. */
export const locks = (line: Line): boolean => shared(line)?.type === 'core.locked';
