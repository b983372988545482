// Every word on the screens. A second language is one more file whose value is of the type `Words`, given to `speak`.
import { boards } from './boards';
import { brag } from './brag';
import { home } from './home';
import { learn } from './learn';
import { table } from './table';

/** A sentence with `{placeholders}`; with several forms where it counts `{n}` things, or says which one (`ordinal`). */
export type Entry = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string; ordinal?: true }>;

const english = { ...boards, ...brag, ...home, ...learn, ...table } as const satisfies Record<string, Entry>;

export type Key = keyof typeof english;
export type Words = Readonly<Record<Key, Entry>>;

type Names<S> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Text<E> = E extends string ? E : E extends { other: infer O } ? O : never;
type ArgsOf<K extends Key> = Names<Text<(typeof english)[K]>> | ((typeof english)[K] extends string ? never : 'n');
/** The keys whose sentences stand as they are. */
export type PlainKey = { [K in Key]: [ArgsOf<K>] extends [never] ? K : never }[Key];
type Args<K extends Key> = [ArgsOf<K>] extends [never] ? [] : [args: Readonly<Record<ArgsOf<K>, string | number>>];

let words: Words = english;
let language = 'en';
let plural = new Intl.PluralRules(language);
let ordinal = new Intl.PluralRules(language, { type: 'ordinal' });

/** Takes another language; called before anything is drawn. */
export function speak(tag: string, other: Words): void {
  words = other;
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

/** The words of a key, with its placeholders filled in. */
export function t<K extends Key>(key: K, ...args: Args<K>): string {
  const entry: Entry = words[key];
  const given: Readonly<Record<string, string | number>> = args[0] ?? {};
  const text = typeof entry === 'string' ? entry : (entry[form(entry, Number(given['n']))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

/** Whether there are words for a key that came from the server, as `known('status', scene.status)`. */
export function isKey(key: string): key is Key {
  return key in words;
}
