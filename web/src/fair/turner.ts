// This client's part in each shuffle at a table: it commits to a number, reveals it, and checks the result. It is a Svelte store
// of what was checked so far.
import type { Answered, Order, Picture } from '../lib/picture';
import type { Bound, Fairness, Shuffle, Wire } from '../wire/messages';
import { bindingOf, check, ownCards, Unfair, unproved, type Why } from './check';
import { fresh, promise } from './hashes';
import { added, kept, MOST, type Kept } from './kept';
import { verify, type Transcript } from './transcript';

type OpenNumber = Extract<Wire['FromClient'], { do: 'number' }>;

/** The line to the table. */
export interface Line {
  subscribe: (listener: (picture: Picture) => void) => () => void;
  /** Sends a command, and gives its answer. */
  send: (order: Order) => Promise<Answered>;
  /** Sends a message without an answer; resolves when the house has received it. */
  say: (message: OpenNumber) => Promise<void>;
}

/** What was checked so far. */
export interface Fair {
  /** Number of cards that are proved to be at the positions that the house committed to. */
  readonly cards: number;
  /** The words of the present shuffle that players compare aloud, as indices of the list. */
  readonly words: readonly number[];
  /** Number of people whose numbers count in the present shuffle. */
  readonly people: number;
  /** Whether this client's is among them. */
  readonly own: boolean;
  /** The error that was found; null if there is none. */
  readonly trouble: Unfair | null;
  readonly shuffles: readonly Shuffle[];
}

const NOTHING: Fair = { cards: 0, words: [], people: 0, own: false, trouble: null, shuffles: [] };

export class Turner {
  #fair: Fair = NOTHING;
  #listeners = new Set<(fair: Fair) => void>();
  #picture: Picture | undefined;
  /** The version of the table up to which its messages were handled. */
  #version = -1;
  /** Whether not to promise a number now: a promise is on its way, or the last number came too late. */
  #quiet = false;
  /** The last promise. */
  #held = '';
  /** The shuffle for which the house has received this client's number, on this connection. */
  #heard = 0;
  /** Whether the present shuffle was requested from the house; the answer includes all that comes meanwhile. */
  #asking = false;
  #forget: () => void;

  constructor(
    private readonly table: string,
    private readonly line: Line,
    private readonly memory: Kept = kept(table),
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

  #wrong(why: Why, shuffle: number): void {
    if (!this.#fair.trouble) this.#show({ trouble: new Unfair(why, shuffle) });
  }

  get #viewer(): number | null {
    return this.#picture?.viewer ?? null;
  }

  get #last(): Shuffle | undefined {
    return this.#fair.shuffles.at(-1);
  }

  #hear(picture: Picture): void {
    const before = this.#picture;
    this.#picture = picture;
    if (!picture.scene || picture.line !== 'online') {
      this.#quiet = this.#asking = false;
      this.#heard = 0;
      return;
    }
    const back = before?.line !== 'online';
    if (picture.version === this.#version && !back) return;
    const next = picture.version === this.#version + 1;
    const missed = !next && picture.version !== this.#version;
    if (picture.fair && next) this.#take(picture.fair, before);
    this.#version = picture.version;
    const { shuffle, people = [], waits } = picture.turning;
    if (people.length !== this.#fair.people) this.#show({ people: people.length });
    if (people.length && (missed || this.#last?.bound.shuffle !== shuffle)) void this.#catchUp();
    else if (back && waits && this.#last) this.#open(this.#last); // the house may have been closed meanwhile
    if (!this.#asking) this.#compare(picture, before);
    this.#promise(picture);
  }

  /** A new number, which is kept until it is opened. */
  #fresh(): string {
    const number = this.draw();
    const all = this.memory.load();
    this.#held = promise(this.table, number);
    this.memory.save({ ...all, numbers: added(all.numbers, this.#held, number) });
    return this.#held;
  }

  /** Promises a number, if this seat hasn't promised one and none is on its way. */
  #promise({ viewer, turning }: Picture): void {
    if (viewer === null || this.#quiet || turning.promised?.includes(viewer)) return;
    if (turning.waits && turning.people?.includes(viewer)) return;
    this.#quiet = true;
    void this.line.send({ do: 'promise', promise: this.#fresh() }).then((answer) => {
      if (answer.is === 'saved') this.#quiet = false;
    });
  }

  #open({ bound, mine, turned, voided }: Shuffle): void {
    if (!mine || turned || voided) return;
    void this.line
      .say({ do: 'number', shuffle: bound.shuffle, number: mine, next: this.#fresh() })
      .then(() => (this.#heard = bound.shuffle));
  }

  /** Requests the present shuffle, because this page hasn't received all of it. */
  async #catchUp(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const answer = await this.line.send({ do: 'shuffles' });
    if (answer.is !== 'shuffled') return; // too often: it waits for the next shuffle
    this.#asking = false;
    if (answer.shuffle) this.#add(answer.shuffle);
  }

  /** This client's number in a shuffle, if it has one there. */
  #own({ promises }: Bound): string | undefined {
    return this.#viewer === null ? undefined : this.memory.load().numbers[promises[this.#viewer] ?? ''];
  }

  /** Stores a shuffle, merged with what is known of it already. */
  #add(shuffle: Shuffle): void {
    const { bound } = shuffle;
    const all = this.memory.load();
    const binding = bindingOf(this.table, bound);
    const known = this.#fair.shuffles.find((each) => each.bound.shuffle === bound.shuffle);
    if ((all.bound[bound.shuffle] ?? binding) !== binding) return this.#wrong('twice', bound.shuffle);
    this.memory.save({ ...all, bound: added(all.bound, String(bound.shuffle), binding) });
    const mine = this.#own(bound) ?? known?.mine;
    const merged: Shuffle = {
      ...shuffle,
      ...known,
      turned: known?.turned ?? shuffle.turned ?? null,
      voided: known?.voided ?? shuffle.voided ?? null,
      picked: known?.picked ?? shuffle.picked ?? null,
      dealt: known?.dealt ?? shuffle.dealt ?? null,
      draws: (shuffle.draws ?? []).length > (known?.draws ?? []).length ? (shuffle.draws ?? []) : (known?.draws ?? []),
      proofs: [...new Set([...(known?.proofs ?? []), ...(shuffle.proofs ?? [])])],
      ...(mine && { mine }),
    };
    const others = this.#fair.shuffles.filter((each) => each.bound.shuffle !== bound.shuffle);
    const shuffles = [...others, this.#withOwn(merged)].sort((a, b) => a.bound.shuffle - b.bound.shuffle).slice(-MOST);
    this.#show({ words: [], shuffles });
    this.#judge();
    if (!known && this.#last?.bound.shuffle === bound.shuffle) this.#open(merged);
  }

  /** A shuffle with the proved cards of this seat's hand, and without empty fields. */
  #withOwn(shuffle: Shuffle): Shuffle {
    let own: string[][] = [];
    try {
      own = ownCards(this.table, this.#viewer, shuffle);
    } catch {
      // What doesn't fit is found by the check
    }
    const draws = (shuffle.draws ?? []).map((draw, at) => ({ ...draw, mine: (own[at] ?? []).join('') }));
    return Object.fromEntries(Object.entries({ ...shuffle, draws }).filter(([, value]) => value !== null)) as unknown as Shuffle;
  }

  #begin(bound: Bound, before: Picture | undefined): void {
    this.#asking = false; // of this one all was heard
    const viewer = this.#viewer;
    const last = before?.turning.shuffle ?? 0;
    const counted = viewer !== null && before?.turning.promised?.includes(viewer) && before.present?.[viewer];
    const here = viewer !== null && before?.line === 'online' && before.scene?.seats[viewer]?.away === false;
    const leftOut = counted && here && !(viewer in bound.promises);
    const number = this.memory.load().numbers[this.#held];
    this.#add({ bound, ...(leftOut && number && { mine: number }) });
    if (before && bound.shuffle !== last + 1) this.#wrong(bound.shuffle <= last ? 'twice' : 'gap', bound.shuffle);
    if (leftOut) this.#wrong('left_out', bound.shuffle);
  }

  #take({ bound, turned, voided, drawn, picked, proofs, opened }: Fairness, before: Picture | undefined): void {
    if (bound) return this.#begin(bound, before);
    if (this.#asking) return;
    const { shuffles } = this.#fair;
    if (opened) this.#show({ shuffles: shuffles.map((each) => ({ ...each, ...dealtOf(opened[each.bound.shuffle]) })) });
    const last = this.#last;
    if (!last) return;
    const missing = voided && this.#viewer !== null && voided.missing.includes(this.#viewer);
    const next: Shuffle = {
      ...last,
      ...(turned && { turned }),
      ...(voided && { voided }),
      ...(missing && this.#heard === last.bound.shuffle && { heard: true }),
      ...(picked && { picked }),
      draws: [...(last.draws ?? []), ...(drawn?.length ? [{ groups: drawn }] : [])],
      proofs: [...new Set([...(last.proofs ?? []), ...(proofs ?? [])])],
    };
    if (missing) this.#quiet = true;
    this.#show({ shuffles: [...this.#fair.shuffles.slice(0, -1), this.#withOwn(next)] });
    this.#judge();
  }

  /** Whether every card that is face up is proved, and the decks were opened at the end if that was agreed. */
  #compare({ scene, table, turning }: Picture, before: Picture | undefined): void {
    const last = this.#last;
    if (!last || turning.shuffle !== last.bound.shuffle || !turning.people?.length || this.#fair.trouble) return;
    const bare = unproved(last, scene?.view?.piles ?? []);
    if (bare.length) {
      const draws = (last.draws ?? []).map((draw) => ({ ...draw, mine: (draw.mine ?? '') + bare.join('') }));
      this.#show({ shuffles: [...this.#fair.shuffles.slice(0, -1), { ...last, draws }] });
      this.#judge();
    }
    const over = scene?.status === 'over' && before?.scene?.status === 'over';
    if (over && table?.open_decks && last.turned && !last.dealt) this.#wrong('closed', last.bound.shuffle);
  }

  /** Checks the present shuffle. */
  #judge(): void {
    const last = this.#last;
    if (!last) return;
    try {
      const { words } = check(this.table, this.#viewer, last);
      const cards = this.#fair.shuffles.reduce((sum, each) => sum + (each.proofs?.length ?? 0), 0);
      this.#show({ words, cards, own: Boolean(last.mine) });
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      this.#wrong(error.why, error.shuffle);
    }
  }

  /** Handles the house's account of all shuffles, after a late start or a loss of storage, and checks all of them. */
  complete(told: Transcript): void {
    for (const each of told.shuffles) this.#add(each);
    const found = verify(this.transcript()).find(({ why }) => why !== null);
    if (found?.why) this.#wrong(found.why, found.number);
  }

  /** The transcript for `prial verify`. */
  transcript(): Transcript {
    const open = this.#picture?.table?.open_decks;
    const told = { fair: 1, table: this.table, seat: this.#viewer, shuffles: this.#fair.shuffles } as const;
    return open ? { ...told, open } : told;
  }
}

/** The dealt deck of a shuffle, if it was opened. */
const dealtOf = (dealt: Shuffle['dealt']): Partial<Shuffle> => (dealt ? { dealt } : {});
