import type { Places } from '../../arrange/manner';
import { t } from './words/board';

const PLACES = ['place.1', 'place.2', 'place.3', 'place.4'] as const;
const HANDS = ['place.1.hand', 'place.2.hand', 'place.3.hand', 'place.4.hand'] as const;

/** `1st`, by place from 0. */
export const nth = (place: number): string => t(PLACES[place] ?? 'place.4');
/** `1st hand`, by place from 0. */
export const nthHand = (place: number): string => t(HANDS[place] ?? 'place.4.hand');
export const places: Places = { place: nth, hand: nthHand };
