// The words that players compare aloud.
import list from '../../../src/prial/fair/words.txt?raw';

const WORDS = list.split(/\s+/);

/** The words of some bytes. */
export const spoken = (bytes: readonly number[]): string[] => bytes.map((byte) => WORDS[byte] ?? '');
