// This client's part in each shuffle at a table: it promises a number, opens it, and checks what comes of it. A store in
// Svelte's sense: what was checked so far.
import type { Answered, Order, Picture } from '../lib/picture';
import type { Fairness, Shuffle, Wire } from '../wire/messages';
import { check, ownCards, Unfair } from './check';
import { fresh, promise } from './hashes';

type OpenNumber = Extract<Wire['FromClient'], { do: 'number' }>;

/** The line to the table. */
export interface Line {
  subscribe: (listener: (picture: Picture) => void) => () => void;
  /** Sends a command, and gives its answer. */
  send: (order: Order) => Promise<Answered>;
  /** Says what isn't answered. */
  say: (message: OpenNumber) => void;
}

/** What was checked so far. */
export interface Fair {
  /** How many cards were shown to lie where the house was bound to them. */
  readonly cards: number;
  /** Words of the present shuffle to compare aloud, by their numbers in the list. */
  readonly words: readonly number[];
  /** Whether anybody's number counts in the present shuffle. */
  readonly people: number;
  /** What doesn't fit; null while all does. */
  readonly trouble: Unfair | null;
  readonly shuffles: readonly Shuffle[];
}

const NOTHING: Fair = { cards: 0, words: [], people: 0, trouble: null, shuffles: [] };
/** Numbers of this tab that were promised and not opened yet; one that is loaded anew goes on with them. */
const KEPT = 4;
/** Shuffles that are kept. */
const MOST = 400;

/** A storage that lasts as long as the tab, if the browser lets us. */
export interface Kept {
  load: () => Readonly<Record<string, string>>;
  save: (numbers: Readonly<Record<string, string>>) => void;
}

export function kept(table: string): Kept {
  const key = `prial.fair.${table}`;
  return {
    load: () => {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;
      } catch {
        return {};
      }
    },
    save: (numbers) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(numbers));
      } catch {
        // A private window may refuse: whoever loads the page anew then adds nothing to one shuffle
      }
    },
  };
}

export class Turner {
  #fair: Fair = NOTHING;
  #listeners = new Set<(fair: Fair) => void>();
  #picture: Picture | undefined;
  /** A promise is on its way, or the last number came too late: then it waits for the next visit. */
  #quiet = false;
  #forget: () => void;

  constructor(
    private readonly table: string,
    private readonly line: Line,
    private readonly numbers: Kept = kept(table),
    private readonly draw: () => string = fresh,
  ) {
    this.#forget = line.subscribe((picture) => this.#hear(picture));
  }

  get fair(): Fair {
    return this.#fair;
  }

  subscribe(listener: (fair: Fair) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#fair);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#forget();
  }

  #show(change: Partial<Fair>): void {
    this.#fair = { ...this.#fair, ...change };
    for (const listener of [...this.#listeners]) listener(this.#fair);
  }

  #hear(picture: Picture): void {
    const before = this.#picture;
    this.#picture = picture;
    if (!picture.scene || picture.line !== 'online') {
      this.#quiet = false;
      return;
    }
    const fresh = before?.version !== picture.version || before.line !== 'online';
    if (!fresh) return;
    if (picture.fair) this.#take(picture.fair, picture.viewer);
    const turning = picture.scene.turning;
    const people = turning?.people ?? [];
    if (people.length !== this.#fair.people) this.#show({ people: people.length });
    if (people.length && this.#last()?.bound.shuffle !== turning?.shuffle) void this.#catchUp();
    this.#promise(picture);
  }

  #last(): Shuffle | undefined {
    return this.#fair.shuffles.at(-1);
  }

  /** A new number, which is kept until it is opened. */
  #fresh(): string {
    const number = this.draw();
    const all = Object.entries({ ...this.numbers.load(), [promise(this.table, number)]: number });
    this.numbers.save(Object.fromEntries(all.slice(-KEPT)));
    return promise(this.table, number);
  }

  /** Promises a number where this seat has promised none, and none is waited for. */
  #promise({ viewer, scene }: Picture): void {
    const turning = scene?.turning;
    if (viewer === null || this.#quiet || turning?.promised?.includes(viewer)) return;
    if (turning?.waits && turning.people?.includes(viewer)) return;
    this.#quiet = true;
    void this.line.send({ do: 'promise', promise: this.#fresh() }).then((answer) => {
      if (answer.is === 'saved') this.#quiet = false;
    });
  }

  /** Asks for the shuffle that began before this page heard of it. */
  async #catchUp(): Promise<void> {
    const answer = await this.line.send({ do: 'shuffles' });
    if (answer.is !== 'shuffled' || !answer.shuffle) return;
    const { bound } = answer.shuffle;
    if (this.#last()?.bound.shuffle !== bound.shuffle) this.#begin(answer.shuffle);
  }

  #begin(shuffle: Shuffle): void {
    const viewer = this.#picture?.viewer ?? null;
    const mine = viewer === null ? undefined : this.numbers.load()[shuffle.bound.promises[viewer] ?? ''];
    this.#show({ words: [], shuffles: [...this.#fair.shuffles, mine ? { ...shuffle, mine } : shuffle].slice(-MOST) });
    this.#judge();
    if (mine && !shuffle.turned)
      this.line.say({ do: 'number', shuffle: shuffle.bound.shuffle, number: mine, next: this.#fresh() });
  }

  #take({ bound, turned, voided, drawn, picked, proofs }: Fairness, viewer: number | null): void {
    if (bound) return this.#begin({ bound });
    const last = this.#last();
    if (!last) return;
    let next: Shuffle = {
      ...last,
      ...(turned && { turned }),
      ...(voided && { voided }),
      ...(picked && { picked }),
      draws: [...(last.draws ?? []), ...(drawn?.length ? [{ groups: drawn }] : [])],
      proofs: [...new Set([...(last.proofs ?? []), ...(proofs ?? [])])],
    };
    if (voided && viewer !== null && voided.missing.includes(viewer)) this.#quiet = true;
    try {
      const own = ownCards(this.table, viewer, next);
      next = { ...next, draws: (next.draws ?? []).map((draw, at) => ({ ...draw, mine: (own[at] ?? []).join('') })) };
    } catch {
      // What doesn't fit is found by the check
    }
    this.#show({ shuffles: [...this.#fair.shuffles.slice(0, -1), next] });
    this.#judge();
  }

  /** Checks the present shuffle. */
  #judge(): void {
    const last = this.#last();
    if (!last) return;
    const before = this.#fair.shuffles.at(-2)?.bound.shuffle;
    try {
      if (before !== undefined && last.bound.shuffle !== before + 1 && last.bound.shuffle <= before)
        throw new Unfair('gap', last.bound.shuffle);
      const { words } = check(this.table, this.#picture?.viewer ?? null, last);
      const cards = this.#fair.shuffles.reduce((sum, each) => sum + (each.proofs?.length ?? 0), 0);
      this.#show({ words, cards });
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      this.#show({ trouble: this.#fair.trouble ?? error });
    }
  }

  /** What `prial verify` reads. */
  transcript(): object {
    return { fair: 1, table: this.table, seat: this.#picture?.viewer ?? null, shuffles: this.#fair.shuffles };
  }
}
