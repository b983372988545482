import type { Places } from '../../arrange/manner';
import { t } from './words/board';

const PLACES = ['place.1', 'place.2', 'place.3', 'place.4'] as const;
const HANDS = ['place.1.hand', 'place.2.hand', 'place.3.hand', 'place.4.hand'] as const;

/** The name of a place, from 0: `1st`. */
export const nth = (place: number): string => t(PLACES[place] ?? 'place.4');
/** The name of a place's hand, by place from 0: `1st hand`. */
export const nthHand = (place: number): string => t(HANDS[place] ?? 'place.4.hand');
export const places: Places = { place: nth, hand: nthHand };
