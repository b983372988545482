// All words on the screens. The common ones are beside this file; those of a game, and of its lesson, are in the game's folder.
import { boards } from './boards';
import { fair } from './fair';
import { home } from './home';
import { table } from './table';

/** A sentence with `{placeholders}`. It has several forms if it counts `{n}` things, or numbers them (`ordinal`). */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string; ordinal?: true }>;
export type Entries = Readonly<Record<string, Entry>>;

const english = { ...boards, ...fair, ...home, ...table } as const satisfies Entries;

type Common = typeof english;
type Names<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Text<E> = E extends string ? E : E extends { other: infer O } ? O : never;
type ArgsOf<E> = Names<Text<E>> | (E extends string ? never : 'n');
type Args<E> = [ArgsOf<E>] extends [never] ? [] : [args: Readonly<Record<ArgsOf<E>, string | number>>];

/** Says the words of a key, with its placeholders filled in. */
export type Say<E extends Entries> = <K extends keyof E & string>(key: K, ...args: Args<E[K]>) => string;

/** The language of the words, for dates and numbers. */
export const LANGUAGE = 'en';
const plural = new Intl.PluralRules(LANGUAGE);
const ordinal = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' });

// "2 cards", but "2nd hand"
function form(entry: Exclude<Entry, string>, n: number): Intl.LDMLPluralRule {
  return (entry.ordinal ? ordinal : plural).select(n);
}

function fill(entry: Entry, given: Readonly<Record<string, string | number>>): string {
  const text = typeof entry === 'string' ? entry : (entry[form(entry, Number(given['n']))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

/** Says one of the common words. */
export const t: Say<Common> = (key, ...args) => fill(english[key], args[0] ?? {});

/**
 * Words of a part that is loaded separately, such as a game or a lesson. The result says these words and the common ones. No key
 * may be one of the common keys.
 */
export function words<const E extends Entries>(own: E & { readonly [K in keyof Common]?: never }): Say<Common & E> {
  const mine: Entries = own;
  return (key, ...args) => fill(mine[key] ?? english[key as keyof Common], args[0] ?? {});
}

/** Whether there are common words for a key that came from the server, such as `phrase.hello`. */
export function isKey(key: string): key is keyof Common {
  return Object.hasOwn(english, key);
}
