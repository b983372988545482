// Instant wins by their names.
import type { Instant } from '../../wire/games/xap_xam';
import { t } from './words/board';

/** Within a sentence: `a whole dragon`. */
export const instantName = (what: Instant): string => t(`instant.${what}`);
/** Beside a name, where there is little room: `whole dragon`. */
export const instantShort = (what: Instant): string =>
  what === 'whole_dragon' || what === 'straight_flush' ? t(`instant.${what}.short`) : instantName(what);
/** Whether it is several things, which hold a verb in the plural. */
export const several = (what: Instant): boolean => what === 'six_pairs' || what.startsWith('three_');
