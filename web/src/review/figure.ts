// Worths as they are written: two digits behind the point.
import { LANGUAGE } from '../words';

/** A worth; what is next to nothing has no sign. */
export function figure(worth: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(LANGUAGE, { ...digits, signDisplay: 'negative' }).format(worth);
}
