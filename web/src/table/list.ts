import { LANGUAGE } from '../words';

/** Names one after the other, as the language joins them. */
export const list = (names: readonly string[]): string => new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }).format(names);
