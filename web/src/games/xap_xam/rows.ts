// The three hands of a setting, from the lower to the upper.
import type { Places } from '../../arrange/manner';
import { t } from './words/board';

export const SHAPE = [5, 5, 3] as const;

const ROWS = ['row.lower', 'row.middle', 'row.upper'] as const;
const key = (row: number): (typeof ROWS)[number] => ROWS[row] ?? 'row.upper';

/** `Lower`, by row from 0. */
export const nameOfRow = (row: number): string => t(key(row));
/** `lower hand`, within a sentence. */
export const handOfRow = (row: number): string => t(`${key(row)}.hand`);
/** `Lower hands`, as a heading. */
export const titleOfRow = (row: number): string => t(`${key(row)}.title`);
export const places: Places = { place: nameOfRow, hand: handOfRow };
