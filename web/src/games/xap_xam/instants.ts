// Instant wins by their names.
import type { Instant } from '../../wire/games/xap_xam';
import { t } from './words/board';

/** Within a sentence: `a whole dragon`. */
export const instantName = (what: Instant): string => t(`instant.${what}`);
/** Whether it is several things, which hold a verb in the plural. */
export const several = (what: Instant): boolean => what === 'six_pairs' || what.startsWith('three_');
