// The three hands of a setting (its rows), from the lower to the upper.
import type { Places } from '../../arrange/manner';
import { t } from './words/board';

export const SHAPE = [5, 5, 3] as const;

const ROWS = ['row.lower', 'row.middle', 'row.upper'] as const;
const key = (row: number): (typeof ROWS)[number] => ROWS[row] ?? 'row.upper';

/** The name of a row, from 0: `Lower`. */
export const nameOfRow = (row: number): string => t(key(row));
/** The name of a row's hand, within a sentence: `lower hand`. */
export const handOfRow = (row: number): string => t(`${key(row)}.hand`);
/** The heading of a row: `Lower hands`. */
export const titleOfRow = (row: number): string => t(`${key(row)}.title`);
export const places: Places = { place: nameOfRow, hand: handOfRow };
