// The person's own rules: stored in this browser, and shared as a file or as a link.
import type { Value, Values } from './api';
import { keep, load } from './store';

/** Named rules: a preset and the options that differ from it. The fields are those of the files of `prial rules`. */
export interface OwnRules {
  title: string;
  game: string;
  preset: string;
  options: Values;
}

// The key of stored rules; it can't change, because browsers have stored rules under it
const KEY = 'houses';

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

function asOwnRules(value: unknown): OwnRules | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, name, game, preset, options } = value as Record<string, unknown>;
  if (typeof game !== 'string' || (preset !== undefined && typeof preset !== 'string')) return undefined;
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) return undefined;
  const given = Object.entries(options ?? {});
  if (given.length > 100 || !given.every((each): each is [string, Value] => isValue(each[1]))) return undefined;
  const called = typeof title === 'string' && title.trim() ? title : typeof name === 'string' ? name : '';
  return { title: called.trim().slice(0, 60), game, preset: preset ?? '', options: Object.fromEntries<Value>(given) };
}

/** All rules that are stored here. */
export function allOwnRules(): OwnRules[] {
  const stored = load(KEY, [], (value): value is unknown[] => Array.isArray(value));
  return stored.map(asOwnRules).filter((rules) => rules !== undefined);
}

/** Stores rules under their name, and replaces those of the same name. */
export function keepOwnRules(rules: OwnRules): OwnRules[] {
  const others = allOwnRules().filter((other) => other.title !== rules.title || other.game !== rules.game);
  const all = [...others, rules];
  keep(KEY, all);
  return all;
}

/** Forgets rules. */
export function dropOwnRules(rules: OwnRules): OwnRules[] {
  const all = allOwnRules().filter((other) => other.title !== rules.title || other.game !== rules.game);
  keep(KEY, all);
  return all;
}

/** A file that `prial play --preset FILE` takes too. */
export function toFile(rules: OwnRules): string {
  return `${JSON.stringify({ game: rules.game, preset: rules.preset, title: rules.title, options: rules.options }, null, 2)}\n`;
}

// The plain TOML that `prial rules save` writes: strings, whole numbers and one table
function fromToml(text: string): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  let into = result;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line === '[options]') {
      into = {};
      result['options'] = into;
      continue;
    }
    const [, key, value] = /^([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:#.*)?$/.exec(line) ?? [];
    if (key === undefined || value === undefined) return undefined;
    try {
      into[key] = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  return result;
}

/** The rules in a file's text; undefined if there are none. */
export function fromFile(text: string): OwnRules | undefined {
  if (!text.trimStart().startsWith('{')) return asOwnRules(fromToml(text));
  try {
    return asOwnRules(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A link that brings rules along; what stands behind # never leaves the browser. */
export function toLink(rules: OwnRules): string {
  const parts = new URLSearchParams({ game: rules.game, preset: rules.preset, title: rules.title });
  for (const [name, value] of Object.entries(rules.options)) parts.set(`set.${name}`, String(value));
  return `${location.origin}/new#${parts.toString()}`;
}

/** The rules in the part of a link behind the #. */
export function fromLink(hash: string): OwnRules | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const game = parts.get('game');
  if (!game) return undefined;
  const options: Values = {};
  for (const [name, value] of parts)
    if (name.startsWith('set.')) options[name.slice(4)] = /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return asOwnRules({ game, preset: parts.get('preset') ?? '', title: parts.get('title') ?? '', options });
}
