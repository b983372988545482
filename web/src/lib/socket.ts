// One table's connection. It comes back by itself, keeps every command until it is answered, and shows one picture of the
// table at a time. A store in Svelte's sense: `$table` is a `Picture`, a new one with each change and never altered.
import { line } from './early';
import {
  answered,
  NOTHING,
  pending,
  turned,
  unsaved,
  updated,
  welcomed,
  type Answered,
  type Errand,
  type Order,
  type Picture,
} from './picture';
import type { Pong, Present, Update, Welcome, Wire } from '../wire/messages';

/** The parts of the browser that a connection needs; tests replace them. */
export interface World {
  open: (url: string) => WebSocket;
  now: () => number;
  later: (run: () => void, ms: number) => number;
  cancel: (handle: number) => void;
  id: () => string;
  chance: () => number;
}

/** A unique id. `randomUUID` is missing on pages that come over plain HTTP from another machine. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const BROWSER: World = {
  open: line,
  now: () => Date.now(),
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (handle) => window.clearTimeout(handle),
  id: newId,
  chance: () => Math.random(),
};

const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
const LONGEST_WAIT = 15_000;
const MOST_ERRANDS = 40;

export class TableSocket {
  #picture: Picture = NOTHING;
  #listeners = new Set<(picture: Picture) => void>();
  #socket: WebSocket | undefined;
  #waiting = new Map<string, (answer: Answered) => void>();
  #retry: number | undefined;
  #beat: number | undefined;
  #deaf: number | undefined;
  /** Pings without an answer yet, oldest first: the time of each, and the callbacks that wait for its answer. */
  #pings: { at: number; answered: () => void }[] = [];
  /** Whether a gap was found, and the missing entries were requested. */
  #asking = false;
  #closed = false;
  #forget: (() => void)[] = [];

  constructor(
    readonly url: string,
    private readonly world: World = BROWSER,
  ) {}

  get picture(): Picture {
    return this.#picture;
  }

  subscribe(listener: (picture: Picture) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#picture);
    return () => this.#listeners.delete(listener);
  }

  /** Connects, and stays connected until `close`. */
  open(): void {
    this.#closed = false;
    if (typeof window !== 'undefined') {
      const wake = (): void => this.wake();
      const seen = (): void => {
        if (document.visibilityState === 'visible') this.wake();
      };
      const lost = (): void => this.#drop();
      window.addEventListener('online', wake);
      window.addEventListener('offline', lost);
      document.addEventListener('visibilitychange', seen);
      this.#forget.push(
        () => window.removeEventListener('online', wake),
        () => window.removeEventListener('offline', lost),
        () => document.removeEventListener('visibilitychange', seen),
      );
    }
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#forget.splice(0).forEach((forget) => forget());
    this.#stopTimers();
    this.world.cancel(this.#retry ?? -1);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** Checks the connection at once, because the page is visible again or the network is back. */
  wake(): void {
    if (this.#closed || this.#picture.line === 'gone') return;
    if (this.#picture.line === 'online') this.#ping(3_000);
    else if (!this.#socket) this.#connect();
  }

  /** Connects again after the server told the client not to do so by itself. */
  again(): void {
    if (this.#closed || this.#socket) return;
    this.#show({ bye: null, failed: 0 });
    this.#connect();
  }

  /** Sends a command; kept and sent again until it is answered. Resolves with the answer. */
  send(order: Order): Promise<Answered> {
    const id = this.world.id();
    const online = this.#picture.line === 'online';
    const errand: Errand = { id, order, fate: online ? 'sent' : 'kept', text: '', code: '', version: 0 };
    this.#show({ errands: [...this.#picture.errands, errand].slice(-MOST_ERRANDS) });
    if (online) this.#write({ ...order, id });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Sends a command again that was not saved: under its old id, so that it has its effect once. */
  resend(id: string): void {
    const errand = this.#picture.errands.find((each) => each.id === id);
    if (!errand || !unsaved(errand)) return;
    const online = this.#picture.line === 'online';
    const again: Errand = { ...errand, fate: online ? 'sent' : 'kept', text: '', code: '' };
    this.#show({ errands: this.#picture.errands.map((each) => (each === errand ? again : each)) });
    if (online) this.#write({ ...errand.order, id });
  }

  /** Sends a message without an answer. Resolves when the server has handled it (it answers in order); never if the connection breaks. */
  say(message: Extract<Wire['FromClient'], { do: 'number' }>): Promise<void> {
    this.#write(message);
    return new Promise((taken) => this.#ping(PONG_WITHIN, taken));
  }

  /** Takes an answered command off the list. */
  dismiss(id: string): void {
    this.#show({ errands: this.#picture.errands.filter((errand) => errand.id !== id || pending(errand)) });
  }

  /** Requests the whole state again. */
  refresh(): void {
    if (this.#picture.line === 'online') this.#write({ do: 'hello' });
  }

  #show(change: Partial<Picture>): void {
    this.#picture = { ...this.#picture, ...change };
    for (const listener of [...this.#listeners]) listener(this.#picture);
  }

  #write(message: object): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #hello(): void {
    const { version, viewer, table } = this.#picture;
    this.#write(table ? { do: 'hello', version, viewer } : { do: 'hello' });
    // If nothing was missed, only the pong arrives
    if (table) this.#ping();
  }

  #connect(): void {
    this.world.cancel(this.#retry ?? -1);
    this.#retry = undefined;
    let socket: WebSocket;
    try {
      socket = this.world.open(this.url);
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    const opened = (): void => {
      if (this.#socket !== socket) return;
      this.#hello();
      this.#listen(PONG_WITHIN);
    };
    socket.onopen = opened;
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      try {
        this.#take(JSON.parse(String(event.data)) as Wire['FromTable']);
      } catch (error) {
        console.error(error);
      }
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#lost();
    };
    if (socket.readyState === 1) opened(); // it was opened early
  }

  /** Drops the socket without waiting for the network to notice. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    if (!this.#closed) this.#lost();
  }

  #lost(): void {
    this.#asking = false;
    this.#pings = [];
    this.#stopTimers();
    if (this.#closed) return;
    const errands = turned(this.#picture.errands, 'sent', 'kept');
    const bye = this.#picture.bye;
    if (bye && !bye.again) {
      this.#show({ line: 'gone', errands });
      return;
    }
    const failed = this.#picture.failed + 1;
    this.#show({ line: 'offline', errands, failed, present: null, away: [] });
    const wait = Math.min(LONGEST_WAIT, 400 * 2 ** Math.min(failed - 1, 6)) * (0.7 + 0.6 * this.world.chance());
    this.world.cancel(this.#retry ?? -1);
    this.#retry = this.world.later(() => {
      if (!this.#socket && !this.#closed) this.#connect();
    }, wait);
  }

  #stopTimers(): void {
    this.world.cancel(this.#beat ?? -1);
    this.world.cancel(this.#deaf ?? -1);
    this.#beat = this.#deaf = undefined;
  }

  /** Starts a time limit for the next message: a connection that stays silent is lost. */
  #listen(within: number): void {
    this.world.cancel(this.#deaf ?? -1);
    this.#deaf = this.world.later(() => this.#drop(), within);
  }

  #ping(within = PONG_WITHIN, answered = (): void => undefined): void {
    this.#pings.push({ at: this.world.now(), answered });
    this.#write({ do: 'ping' });
    this.#listen(within);
  }

  #take(message: Wire['FromTable']): void {
    this.world.cancel(this.#deaf ?? -1);
    this.world.cancel(this.#beat ?? -1);
    this.#beat = this.world.later(() => this.#ping(), PING_EVERY);
    switch (message.is) {
      case 'welcome':
        return this.#welcome(message);
      case 'update':
        return this.#update(message);
      case 'saved':
      case 'refused':
      case 'suggested':
      case 'counted':
      case 'watching':
      case 'shuffled':
        return this.#answer(message);
      case 'present':
        return this.#who(message);
      case 'pong':
        return this.#clock(message);
      case 'bye':
        this.#show({ bye: message });
    }
  }

  #welcome(message: Welcome): void {
    this.#asking = false;
    this.#show(welcomed(message, this.world.now()));
    this.#online();
  }

  #update(message: Update): void {
    const { version } = this.#picture;
    if (message.version <= version) return this.#online();
    if (message.version > version + 1) {
      if (!this.#asking) this.#hello();
      this.#asking = true;
      return;
    }
    this.#asking = false;
    this.#show(updated(this.#picture, message));
    this.#online();
  }

  /** Sends the kept commands under their old ids, because the picture is up to date again. */
  #online(): void {
    if (this.#picture.line === 'online') return;
    const kept = this.#picture.errands.filter((errand) => errand.fate === 'kept');
    this.#show({
      line: 'online',
      failed: 0,
      bye: null,
      errands: turned(this.#picture.errands, 'kept', 'sent'),
    });
    for (const errand of kept) this.#write({ ...errand.order, id: errand.id });
  }

  #answer(message: Answered): void {
    const errand = this.#picture.errands.find((each) => each.id === message.id);
    this.#show({ errands: answered(this.#picture.errands, message) });
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
    // What these change stands in a welcome alone
    if (message.is !== 'refused' && errand && ['sit', 'leave', 'invite', 'stand'].includes(errand.order.do)) this.refresh();
  }

  #who(message: Present): void {
    this.#show({ present: message.seats, away: message.away, watching: message.watching, asking: message.asking });
    // After a hello with nothing missed, this may be the first that is heard
    if (this.#picture.table) this.#online();
  }

  #clock(message: Pong): void {
    const now = this.world.now();
    const { at, answered } = this.#pings.shift() ?? { at: now, answered: undefined };
    this.#show({ offset: message.now - (now + at) / 2 });
    answered?.();
    if (this.#picture.table) this.#online();
  }
}
