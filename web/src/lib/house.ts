// House rules of one's own: kept in this browser, and passed on as a file or as a link.
import type { Value, Values } from './api';
import { keep, load } from './store';

/** A preset and what differs from it, under a name. The same fields as in the files of `prial rules`. */
export interface House {
  title: string;
  game: string;
  preset: string;
  options: Values;
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

function asHouse(value: unknown): House | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, name, game, preset, options } = value as Record<string, unknown>;
  if (typeof game !== 'string' || (preset !== undefined && typeof preset !== 'string')) return undefined;
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) return undefined;
  const given = Object.entries(options ?? {});
  if (given.length > 100 || !given.every((each): each is [string, Value] => isValue(each[1]))) return undefined;
  const called = typeof title === 'string' && title.trim() ? title : typeof name === 'string' ? name : '';
  return { title: called.trim().slice(0, 60), game, preset: preset ?? '', options: Object.fromEntries<Value>(given) };
}

/** All that are kept here. */
export function houses(): House[] {
  const stored = load('houses', [], (value): value is unknown[] => Array.isArray(value));
  return stored.map(asHouse).filter((house) => house !== undefined);
}

/** Keeps rules under their name; the ones that had it are replaced. */
export function keepHouse(house: House): House[] {
  const others = houses().filter((other) => other.title !== house.title || other.game !== house.game);
  const all = [...others, house];
  keep('houses', all);
  return all;
}

/** Forgets rules. */
export function dropHouse(house: House): House[] {
  const all = houses().filter((other) => other.title !== house.title || other.game !== house.game);
  keep('houses', all);
  return all;
}

/** A file that `prial play --preset FILE` takes too. */
export function toFile(house: House): string {
  return `${JSON.stringify({ game: house.game, preset: house.preset, title: house.title, options: house.options }, null, 2)}\n`;
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

/** Rules from a file's text, or nothing where it holds none. */
export function fromFile(text: string): House | undefined {
  if (!text.trimStart().startsWith('{')) return asHouse(fromToml(text));
  try {
    return asHouse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A link that brings rules along; what stands behind # never leaves the browser. */
export function toLink(house: House): string {
  const parts = new URLSearchParams({ game: house.game, preset: house.preset, title: house.title });
  for (const [name, value] of Object.entries(house.options)) parts.set(`set.${name}`, String(value));
  return `${location.origin}/new#${parts.toString()}`;
}

/** The rules of a link's end. */
export function fromLink(hash: string): House | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const game = parts.get('game');
  if (!game) return undefined;
  const options: Values = {};
  for (const [name, value] of parts)
    if (name.startsWith('set.')) options[name.slice(4)] = /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return asHouse({ game, preset: parts.get('preset') ?? '', title: parts.get('title') ?? '', options });
}
