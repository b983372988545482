// What goes by HTTP. Whatever fails is a `Failure` with one sentence for the screen.
import type { About, Update, Welcome } from '../wire/messages';
import { t } from '../words';

export interface Me {
  id: string;
  name: string;
}

export type Value = string | number;
export type Values = Record<string, Value>;

export interface Choice {
  value: Value;
  title: string;
  help: string;
}

export interface Option {
  name: string;
  title: string;
  help: string;
  source: string;
  group: string;
  default: Value;
  values: Choice[];
  least: number | null;
  most: number | null;
  /** The numbers allowed, where not all from least to most are. */
  only: number[];
}

export interface Preset {
  name: string;
  title: string;
  help: string;
  source: string;
  values: Values;
}

export interface BotKind {
  name: string;
  title: string;
  text: string;
}

export interface Clock {
  name: string;
  title: string;
  seconds: number | null;
}

export interface Game {
  name: string;
  title: string;
  text: string;
  presets: Preset[];
  options: Option[];
  bots: BotKind[];
  clocks: Clock[];
}

export interface Rules {
  values: Values;
  changed: Values;
  unused: string[];
  html: string;
  title: string;
}

export interface Page {
  title: string;
  html: string;
}

export interface Chair {
  kind: 'open' | 'person' | 'bot';
  name: string;
  bot: string;
}

export interface TableEntry {
  id: string;
  game: string;
  title: string;
  clock: string;
  public: boolean;
  status: string;
  round: number;
  seats: Chair[];
  owner: string;
  at: number | string;
}

export interface Tables {
  open: TableEntry[];
  live: TableEntry[];
  mine: TableEntry[];
}

export interface NewTable {
  game: string;
  preset: string;
  options: Values;
  title: string;
  clock: string;
  public: boolean;
  suggest: boolean;
  bots: (string | null)[];
  start: boolean;
}

export interface Replay {
  table: About;
  viewer: number | null;
  names: string[];
  updates: (Welcome | Update)[];
}

export interface ReviewDeal {
  deal: number;
  hands: string[];
  worth: number;
  best: string[];
  best_worth: number;
  lost: number;
  points: number;
}

export interface Review {
  seat: number;
  /** What the figures hold beside points, in a sentence; empty where nothing. */
  counted: string;
  deals: ReviewDeal[];
  total: { worth: number; lost: number; points: number };
}

/** A call that failed; `message` is one sentence that can be shown. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(text);
  }
}

/** The sentence of anything that was thrown. */
export const sentence = (error: unknown): string => (error instanceof Failure ? error.message : t('error.server'));

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure('offline', t('error.offline'), 0);
  }
  let value: unknown;
  try {
    value = await answer.json();
  } catch {
    throw new Failure('server', t('error.server'), answer.status);
  }
  if (answer.ok) return value as T;
  const said = (value ?? {}) as Record<string, unknown>;
  const text = typeof said['text'] === 'string' && answer.status < 500 ? said['text'] : t('error.server');
  throw new Failure(typeof said['code'] === 'string' ? said['code'] : 'server', text, answer.status, said);
}

const at = encodeURIComponent;
let games: Promise<Game[]> | undefined;

export const api = {
  me: () => call<Me>('GET', '/api/me'),
  name: (name: string) => call<Me>('POST', '/api/me', { name }),
  /** The games don't change while the page is open. */
  games: (): Promise<Game[]> => {
    games ??= call<Game[]>('GET', '/api/games').catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  rules: (game: string, preset: string, options: Values, signal?: AbortSignal) =>
    call<Rules>('POST', `/api/games/${at(game)}/rules`, { preset, options }, signal),
  page: (game: string) => call<Page>('GET', `/api/games/${at(game)}/page`),
  tables: () => call<Tables>('GET', '/api/tables'),
  make: (table: NewTable) => call<{ id: string }>('POST', '/api/tables', table),
  table: (id: string) => call<TableEntry & { about: About }>('GET', `/api/tables/${at(id)}`),
  join: (code: string) => call<{ id: string }>('POST', `/api/join/${at(code)}`),
  tableRules: (id: string) => call<Page>('GET', `/api/tables/${at(id)}/rules`),
  qr: (id: string) => `/api/tables/${at(id)}/qr.svg`,
  replay: (id: string, round: number) => call<Replay>('GET', `/api/tables/${at(id)}/replay/${round}`),
  replayFile: (id: string, round: number) => `/api/tables/${at(id)}/replay/${round}?download=true`,
  review: (id: string, round: number) => call<Review>('GET', `/api/tables/${at(id)}/review/${round}`),
};
