// What is on its way to a table, and what came back.
import type { Sending } from '../boards';
import { pending, type Errand } from '../lib/picture';

const ANSWERS = ['act', 'unlock', 'ready'];
/** What is only asked, or what the page does by itself: no answer is no harm. */
const ASKS = ['suggest', 'coach', 'odds', 'watchers', 'shuffles', 'promise'];

/** What becomes of a player's answer; what is saved and not yet in the picture of this version can't be given again. */
export function sendingOf(errands: readonly Errand[], version: number): Sending {
  const own = errands.filter((errand) => (pending(errand) || errand.version > version) && ANSWERS.includes(errand.order.do));
  if (!own.length) return 'no';
  return own.some((errand) => errand.fate === 'kept') ? 'kept' : 'sending';
}

/** Commands that were refused, and whoever gave them should read why. */
export const refusedOf = (errands: readonly Errand[]): Errand[] =>
  errands.filter((errand) => errand.fate === 'refused' && !ASKS.includes(errand.order.do));

/** Whether the last thing that a player did is written down. */
export const isSaved = (errands: readonly Errand[]): boolean =>
  errands.findLast((errand) => !ASKS.includes(errand.order.do))?.fate === 'saved';

/** How many commands wait for the line. */
export const keptOf = (errands: readonly Errand[]): number => errands.filter((errand) => errand.fate === 'kept').length;

/** Whether the table has a command that it hasn't answered. */
export const isUnderway = (errands: readonly Errand[]): boolean =>
  errands.some((errand) => errand.fate === 'sent' && !ASKS.includes(errand.order.do));
