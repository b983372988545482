// Worths as text, with two decimals.
import { LANGUAGE } from '../words';

/** A worth; one close to 0 has no sign. */
export function figure(worth: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(LANGUAGE, { ...digits, signDisplay: 'negative' }).format(worth);
}
