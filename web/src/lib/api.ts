// The requests by HTTP. Every error is a `Failure` with one sentence for the screen.
import type { Transcript } from '../fair/transcript';
import type * as http from '../wire/http';
import { take } from './early';
import { t } from '../words';

export type { Game, NewTable, Option, Page, Preset, Replay, Rules, Shared, Table } from '../wire/http';
export type BotKind = http.Bot;
/** The bots of a game, and the bot of each level. */
export type Bots = Pick<http.Game, 'bots' | 'levels'>;
export type Choice = http.OptionValue;
export type Suggested = http.SuggestedValue;
export type TableEntry = http.Listing;
export type Tables = http.Listed;
export type Review = http.Reviewed;
export type Against = http.Against;
export type ReviewDeal = http.ReviewedDeal;
export type Value = string | number;
export type Values = Record<string, Value>;

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

const send = (method: string, path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> =>
  fetch(path, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await ((method === 'GET' ? take(path) : undefined) ?? send(method, path, body, signal));
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
let games: Promise<http.Game[]> | undefined;

export const api = {
  me: () => call<http.Me>('GET', '/api/me'),
  name: (name: string) => call<http.Me>('POST', '/api/me', { name }),
  signOut: () => call<http.Me>('DELETE', '/api/me'),
  /** All other browsers and programs lose their tokens. */
  signOutElsewhere: () => call<http.Me>('DELETE', '/api/me/tokens'),
  /** The games; they are loaded once, because they don't change while the page is open. */
  games: (): Promise<http.Game[]> => {
    games ??= call<http.Game[]>('GET', '/api/games').catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  rules: (game: string, preset: string, options: Values, signal?: AbortSignal) =>
    call<http.Rules>('POST', `/api/games/${at(game)}/rules`, { preset, options }, signal),
  page: (game: string) => call<http.Page>('GET', `/api/games/${at(game)}/page`),
  options: (game: string) => call<http.Page>('GET', `/api/games/${at(game)}/options`),
  tables: () => call<http.Listed>('GET', '/api/tables'),
  make: (table: http.NewTable) => call<http.Made>('POST', '/api/tables', table),
  table: (id: string) => call<http.Table>('GET', `/api/tables/${at(id)}`),
  join: (invite: string) => call<http.Made>('POST', '/api/join', { invite }),
  /** Asks those at a private table to be let in. */
  ask: (id: string) => call<http.Made>('POST', `/api/tables/${at(id)}/ask`),
  letIn: (id: string, number: number, agree: boolean) =>
    call<http.Made>('POST', `/api/tables/${at(id)}/let-in`, { number, agree }),
  /** A code that leads to a table for some time, to tell somebody aloud. */
  spoken: (id: string) => call<http.Spoken>('POST', `/api/tables/${at(id)}/spoken`),
  joinSpoken: (code: string) => call<http.Made>('POST', '/api/join/spoken', { code }),
  tableRules: (id: string) => call<http.Page>('GET', `/api/tables/${at(id)}/rules`),
  qr: (id: string) => `/api/tables/${at(id)}/qr.svg`,
  replay: (id: string, round: number) => call<http.Replay>('GET', `/api/tables/${at(id)}/replay/${round}`),
  replayFile: (id: string, round: number) => `/api/tables/${at(id)}/replay/${round}?download=true`,
  /** Shares a deal of a table, or a game's result if no deal is given. The result is the id for the address `/shared/`. */
  share: (id: string, round: number, deal: number | null) =>
    call<http.Made>('POST', `/api/tables/${at(id)}/shares`, { round, deal }),
  shared: (share: string) => call<http.Shared>('GET', `/api/shares/${at(share)}`),
  /** All that one may know of a table's shuffles. */
  shuffles: (id: string) => call<Transcript>('GET', `/api/tables/${at(id)}/shuffles`),
  review: (id: string, round: number, against: Against) =>
    call<http.Reviewed>('GET', `/api/tables/${at(id)}/review/${round}?against=${against}`),
};
