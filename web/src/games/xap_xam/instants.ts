// The names of the instant wins.
import type { Instant } from '../../wire/games/xap_xam';
import { t } from './words/board';

/** The name within a sentence: `a whole dragon`. */
export const instantName = (what: Instant): string => t(`instant.${what}`);
/** Whether the name is a plural, so that its verb is too. */
export const several = (what: Instant): boolean => what === 'six_pairs' || what.startsWith('three_');
