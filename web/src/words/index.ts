// Every word on the screens. The house's own stand beside this file; a game's, and those of lessons, stand in their folders.
//
// A second language is one more file of the type `Same<…>` beside each of them: the house's in `others` below, the rest given to
// `words`.
import { boards } from './boards';
import { fair } from './fair';
import { home } from './home';
import { table } from './table';

/** A sentence with `{placeholders}`; with several forms where it counts `{n}` things, or says which one (`ordinal`). */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string; ordinal?: true }>;
export type Entries = Readonly<Record<string, Entry>>;
/** The same words in another language. */
export type Same<E extends Entries> = Readonly<Record<keyof E, Entry>>;

const english = { ...boards, ...fair, ...home, ...table } as const satisfies Entries;

type Common = typeof english;
type Names<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Text<E> = E extends string ? E : E extends { other: infer O } ? O : never;
type ArgsOf<E> = Names<Text<E>> | (E extends string ? never : 'n');
type Args<E> = [ArgsOf<E>] extends [never] ? [] : [args: Readonly<Record<ArgsOf<E>, string | number>>];

/** Says the words of a key, with its placeholders filled in. */
export type Say<E extends Entries> = <K extends keyof E & string>(key: K, ...args: Args<E[K]>) => string;

let language = 'en';
let plural = new Intl.PluralRules(language);
let ordinal = new Intl.PluralRules(language, { type: 'ordinal' });

/** Takes another language; called before anything is drawn. */
export function speak(tag: string): void {
  language = tag;
  plural = new Intl.PluralRules(tag);
  ordinal = new Intl.PluralRules(tag, { type: 'ordinal' });
}

/** The language of the words in force, for dates and numbers. */
export const tongue = (): string => language;

// "2 cards", but "2nd hand"
function form(entry: Exclude<Entry, string>, n: number): Intl.LDMLPluralRule {
  return (entry.ordinal ? ordinal : plural).select(n);
}

function fill(entry: Entry, given: Readonly<Record<string, string | number>>): string {
  const text = typeof entry === 'string' ? entry : (entry[form(entry, Number(given['n']))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

/** The house's words in other languages, by tag. */
const others: Readonly<Record<string, Same<Common>>> = {};
const common = (key: keyof Common): Entry => (others[language] ?? english)[key];

/** The house's own words. */
export const t: Say<Common> = (key, ...args) => fill(common(key), args[0] ?? {});

/**
 * Words of a part that is fetched by itself, a game or a lesson. What comes back says these and the house's own; none of them
 * may have the name of one of those.
 *
 * `translated` are the same words in other languages, by tag.
 */
export function words<const E extends Entries>(
  own: E & { readonly [K in keyof Common]?: never },
  translated: Readonly<Record<string, Same<E>>> = {},
): Say<Common & E> {
  return (key, ...args) => {
    const theirs: Entries = translated[language] ?? own;
    return fill(theirs[key] ?? common(key as keyof Common), args[0] ?? {});
  };
}

/** Whether the house has words for a key that came from the server, as `phrase.hello`. */
export function isKey(key: string): key is keyof Common {
  return Object.hasOwn(english, key);
}
