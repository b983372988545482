// One table's connection, in a world with sockets and a clock of its own.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { pending, type Fate } from '../src/lib/picture';
import { TableSocket, type World } from '../src/lib/socket';
import type { About, Line, Scene, Welcome, Wire } from '../src/wire/messages';
import { pretend, told } from './support';

class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }

  /** The server takes the connection. */
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  /** The server says something. */
  says(message: Wire['FromTable']): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The network is lost. */
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  /** What was said since the last look. */
  heard(): Record<string, unknown>[] {
    return this.sent.splice(0);
  }
}

class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  time = 1_000_000;
  luck = 0.5;
  #timers = new Map<number, { at: number; run: () => void }>();
  #handle = 0;
  #ids = 0;

  open = (): WebSocket => {
    this.sockets.push(new FakeSocket());
    return this.socket as unknown as WebSocket;
  };
  now = (): number => this.time;
  later = (run: () => void, ms: number): number => {
    this.#timers.set(++this.#handle, { at: this.time + ms, run });
    return this.#handle;
  };
  cancel = (handle: number): void => void this.#timers.delete(handle);
  id = (): string => `id-${++this.#ids}`;
  chance = (): number => this.luck;

  /** The newest socket. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    assert.ok(last, 'no socket was opened');
    return last;
  }

  /** In how many milliseconds the next timer goes off. */
  get next(): number {
    return Math.min(...[...this.#timers.values()].map((timer) => timer.at)) - this.time;
  }
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time go by, and each timer go off when it is due. */
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.time = due[1].at;
      due[1].run();
    }
    this.time = end;
  }
}

const ABOUT = { id: 'table', game: 'plain', rules: {} } as About;
const scene = (key: string | null = null): Scene => ({ status: 'live', key }) as Scene;
const line = (text: string): Line => told(null, text);

const welcome = (version: number, more: Partial<Welcome> = {}): Welcome => ({
  is: 'welcome',
  table: ABOUT,
  viewer: 0,
  reserved: null,
  version,
  now: 1_000_000,
  scene: scene(),
  asked: null,
  lines: [],
  talk: [],
  ...more,
});
const update = (version: number, text = `${version}`, key: string | null = null): Wire['FromTable'] => ({
  is: 'update',
  version,
  scene: scene(key),
  asked: null,
  lines: [line(text)],
  talk: [],
});

function opened(): { table: TableSocket; world: FakeWorld } {
  const world = new FakeWorld();
  const table = new TableSocket('ws://there', world);
  table.open();
  return { table, world };
}

function online(version = 5): { table: TableSocket; world: FakeWorld } {
  const both = opened();
  both.world.socket.opens();
  both.world.socket.says(welcome(version));
  both.world.socket.heard();
  return both;
}

const fates = (table: TableSocket): Fate[] => table.picture.errands.map((errand) => errand.fate);
const texts = (table: TableSocket): string[] => table.picture.lines.map((each) => each.text);

afterEach(() => {
  pretend('window', undefined);
  pretend('document', undefined);
});

// --- one picture ---------------------------------------------------------------------------------------------------------------

test('the first words are hello, and the welcome is the picture', () => {
  const { table, world } = opened();
  assert.equal(table.picture.line, 'connecting');
  world.socket.opens();
  assert.deepEqual(world.socket.heard(), [{ do: 'hello' }]);
  world.socket.says(welcome(5, { now: 1_000_300, lines: [line('before')] }));
  assert.equal(table.picture.line, 'online');
  assert.deepEqual([table.picture.version, texts(table), table.picture.offset], [5, ['before'], 300]);
});

test('a socket that was opened early says hello at once', () => {
  const world = new FakeWorld();
  const early = new FakeSocket();
  early.readyState = 1;
  world.open = () => early as unknown as WebSocket;
  const table = new TableSocket('ws://there', world);
  table.open();
  assert.deepEqual(early.heard(), [{ do: 'hello' }]);
});

test('the next update follows, and its lines are added', () => {
  const { table, world } = online(5);
  world.socket.says(update(6, 'six'));
  world.socket.says(update(7, 'seven'));
  assert.deepEqual([table.picture.version, texts(table)], [7, ['six', 'seven']]);
});

test('an update that was had already changes nothing', () => {
  const { table, world } = online(5);
  world.socket.says(update(6, 'six'));
  world.socket.says(update(6, 'six again'));
  world.socket.says(update(4, 'four'));
  assert.deepEqual([table.picture.version, texts(table)], [6, ['six']]);
});

test('a gap is not shown: what is missing is asked for, once', () => {
  const { table, world } = online(5);
  world.socket.says(update(8, 'eight'));
  world.socket.says(update(9, 'nine'));
  assert.deepEqual([table.picture.version, texts(table)], [5, []]);
  assert.deepEqual(
    world.socket.heard().filter((each) => each['do'] === 'hello'),
    [{ do: 'hello', version: 5, viewer: 0 }],
  );
  for (const version of [6, 7, 8, 9]) world.socket.says(update(version));
  assert.deepEqual([table.picture.version, texts(table)], [9, ['6', '7', '8', '9']]);
  world.socket.says(update(12));
  assert.equal(world.socket.heard().filter((each) => each['do'] === 'hello').length, 1, 'a second gap is asked for too');
});

test('a question stands as long as its key does', () => {
  const { table, world } = online(5);
  world.socket.says(welcome(6, { scene: scene('a'), asked: { key: 'a', actions: null, guide: {}, meanwhile: false } }));
  world.socket.says(update(7, 'chat', 'a'));
  assert.equal(table.picture.asked?.key, 'a');
  world.socket.says(update(8, 'on', 'b'));
  assert.equal(table.picture.asked, null);
});

test('the log keeps the newest 600 lines', () => {
  const { table, world } = online(0);
  for (let version = 1; version <= 700; version++) world.socket.says(update(version));
  assert.deepEqual([texts(table).length, texts(table)[0], texts(table).at(-1)], [600, '101', '700']);
});

test('a picture that was shown is never altered', () => {
  const { table, world } = online(5);
  const before = table.picture;
  const copy = structuredClone(before);
  world.socket.says(update(6));
  void table.send({ do: 'pause' });
  assert.notEqual(table.picture, before);
  assert.deepEqual(before, copy);
});

test('words that are no message are passed over', (t) => {
  const { table, world } = online(5);
  const complaint = t.mock.method(console, 'error', () => undefined);
  world.socket.onmessage?.({ data: 'no JSON' });
  assert.equal(complaint.mock.callCount(), 1);
  world.socket.says(update(6));
  assert.equal(table.picture.version, 6);
});

test('who subscribes is shown the picture at once, with each change, and no more once it has left', () => {
  const { table, world } = online(5);
  const seen: number[] = [];
  const leave = table.subscribe((picture) => seen.push(picture.version));
  world.socket.says(update(6));
  leave();
  world.socket.says(update(7));
  assert.deepEqual([seen[0], seen.at(-1)], [5, 6]);
});

// --- commands ------------------------------------------------------------------------------------------------------------------

test('a command goes out under an id of its own and is sent until it is saved', async () => {
  const { table, world } = online();
  const first = table.send({ do: 'pause' });
  void table.send({ do: 'resume' });
  assert.deepEqual(world.socket.heard(), [
    { do: 'pause', id: 'id-1' },
    { do: 'resume', id: 'id-2' },
  ]);
  assert.deepEqual(fates(table), ['sent', 'sent']);
  world.socket.says({ is: 'saved', id: 'id-1', version: 6 });
  assert.deepEqual(await first, { is: 'saved', id: 'id-1', version: 6 });
  assert.deepEqual(fates(table), ['saved', 'sent']);
  assert.equal(table.picture.errands[0]?.version, 6);
});

test('a refused command says why', async () => {
  const { table, world } = online();
  const answer = table.send({ do: 'start' });
  world.socket.says({ is: 'refused', id: 'id-1', code: 'seats', text: 'A seat is open.' });
  assert.equal((await answer).is, 'refused');
  const [errand] = table.picture.errands;
  assert.deepEqual([errand?.fate, errand?.code, errand?.text], ['refused', 'seats', 'A seat is open.']);
});

test('a command without a connection is kept and goes out with the next one', () => {
  const { table, world } = opened();
  void table.send({ do: 'pause' });
  assert.deepEqual(fates(table), ['kept']);
  world.socket.opens();
  assert.deepEqual(world.socket.heard(), [{ do: 'hello' }], 'nothing goes out before the picture is fresh');
  world.socket.says(welcome(5));
  assert.deepEqual(world.socket.heard(), [{ do: 'pause', id: 'id-1' }]);
  assert.deepEqual(fates(table), ['sent']);
});

test('a command that was not answered goes out again under its old id, an answered one does not', () => {
  const { table, world } = online();
  void table.send({ do: 'pause' });
  void table.send({ do: 'resume' });
  world.socket.says({ is: 'saved', id: 'id-1', version: 6 });
  world.socket.breaks();
  assert.deepEqual(fates(table), ['saved', 'kept']);
  world.pass(1_000);
  world.socket.opens();
  world.socket.heard();
  world.socket.says({ is: 'pong', now: 0 });
  assert.deepEqual(world.socket.heard(), [{ do: 'resume', id: 'id-2' }]);
});

test('only an answered command can be taken off the list', () => {
  const { table, world } = online();
  void table.send({ do: 'pause' });
  table.dismiss('id-1');
  assert.equal(table.picture.errands.length, 1);
  world.socket.says({ is: 'saved', id: 'id-1', version: 6 });
  table.dismiss('id-1');
  assert.equal(table.picture.errands.length, 0);
});

test('a command is pending while it is kept or sent', () => {
  const errand = { id: '', order: { do: 'pause' }, text: '', code: '', version: 0 } as const;
  const all: Fate[] = ['kept', 'sent', 'saved', 'refused'];
  assert.deepEqual(
    all.filter((fate) => pending({ ...errand, fate })),
    ['kept', 'sent'],
  );
});

test('a command that was not saved is sent again under its old id', () => {
  const { table, world } = online();
  const unsaved: Wire['FromTable'] = { is: 'refused', id: 'id-1', code: 'table.not_saved', text: 'Please try again.' };
  void table.send({ do: 'start' });
  world.socket.heard();
  table.resend('id-1');
  assert.deepEqual(world.socket.heard(), [], 'it still waits for its answer');
  world.socket.says(unsaved);
  table.resend('id-1');
  assert.deepEqual(world.socket.heard(), [{ do: 'start', id: 'id-1' }]);
  assert.deepEqual(fates(table), ['sent']);
  world.socket.says(unsaved);
  world.socket.breaks();
  table.resend('id-1');
  assert.deepEqual(fates(table), ['kept'], 'it goes out when the line is back');
});

test('what a seat or an invitation changes is asked for anew, where it was not refused', () => {
  const { table, world } = online();
  void table.send({ do: 'sit', seat: 1 });
  void table.send({ do: 'leave' });
  void table.send({ do: 'pause' });
  world.socket.heard();
  world.socket.says({ is: 'saved', id: 'id-1', version: 6 });
  assert.deepEqual(world.socket.heard(), [{ do: 'hello' }]);
  world.socket.says({ is: 'refused', id: 'id-2', code: '', text: '' });
  world.socket.says({ is: 'saved', id: 'id-3', version: 7 });
  assert.deepEqual(world.socket.heard(), []);
});

// --- coming back ---------------------------------------------------------------------------------------------------------------

test('after a loss it resumes from its version, and a pong alone says that nothing was missed', () => {
  const { table, world } = online(5);
  world.socket.breaks();
  assert.equal(table.picture.line, 'offline');
  world.pass(1_000);
  assert.equal(world.sockets.length, 2);
  world.socket.opens();
  assert.deepEqual(world.socket.heard(), [{ do: 'hello', version: 5, viewer: 0 }, { do: 'ping' }]);
  assert.equal(table.picture.line, 'offline');
  world.socket.says({ is: 'pong', now: 0 });
  assert.deepEqual([table.picture.line, table.picture.version, table.picture.failed], ['online', 5, 0]);
});

test('each failure doubles the wait, up to 15 s, with a third of it to chance', () => {
  const { world } = opened();
  const waits: number[] = [];
  for (let times = 0; times < 8; times++) {
    world.socket.breaks();
    waits.push(world.next);
    world.pass(world.next);
  }
  assert.deepEqual(waits, [400, 800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000]);
  for (const [luck, wait] of [
    [0, 10_500],
    [1, 19_500],
  ] as const) {
    world.luck = luck;
    world.socket.breaks();
    assert.equal(Math.round(world.next), wait);
    world.pass(world.next);
  }
});

test('the wait begins anew once a connection held', () => {
  const { table, world } = opened();
  for (let times = 0; times < 4; times++) {
    world.socket.breaks();
    world.pass(world.next);
  }
  assert.equal(table.picture.failed, 4);
  world.socket.opens();
  world.socket.says(welcome(5));
  world.socket.breaks();
  assert.deepEqual([table.picture.failed, world.next], [1, 400]);
});

test('a browser that refuses to open a socket is tried again', () => {
  const world = new FakeWorld();
  let refusals = 1;
  const { open } = world;
  world.open = () => {
    if (refusals-- > 0) throw new Error('no');
    return open();
  };
  const table = new TableSocket('ws://there', world);
  table.open();
  assert.equal(table.picture.line, 'offline');
  world.pass(400);
  assert.equal(world.sockets.length, 1);
});

test('it stays away where the server says so, until somebody wants it back', () => {
  const { table, world } = online();
  world.socket.says({ is: 'bye', code: 'elsewhere', text: 'Open in another window.', again: false });
  world.socket.breaks();
  assert.equal(table.picture.line, 'gone');
  world.pass(60_000);
  table.wake();
  assert.equal(world.sockets.length, 1);
  table.again();
  assert.equal(world.sockets.length, 2);
  assert.equal(table.picture.bye, null);
});

test('it comes back where the server only restarts', () => {
  const { table, world } = online();
  world.socket.says({ is: 'bye', code: 'restart', text: '', again: true });
  world.socket.breaks();
  assert.equal(table.picture.line, 'offline');
  world.pass(1_000);
  assert.equal(world.sockets.length, 2);
});

test('a closed one never comes back, and leaves no timer', () => {
  const { table, world } = online();
  table.close();
  assert.equal(world.timers, 0);
  world.socket.breaks();
  table.wake();
  table.again();
  world.pass(60_000);
  assert.equal(world.sockets.length, 1);
});

test('a socket that was given up is heard no more', () => {
  const { table, world } = online(5);
  const old = world.socket;
  old.breaks();
  world.pass(1_000);
  old.says(update(6, 'late'));
  old.breaks();
  assert.deepEqual([table.picture.version, world.sockets.length], [5, 2]);
});

// --- silence -------------------------------------------------------------------------------------------------------------------

test('a silent line is asked after 20 s, and given up 8 s later', () => {
  const { table, world } = online();
  world.pass(19_999);
  assert.deepEqual(world.socket.heard(), []);
  world.pass(1);
  assert.deepEqual(world.socket.heard(), [{ do: 'ping' }]);
  world.pass(7_999);
  assert.equal(table.picture.line, 'online');
  world.pass(1);
  assert.equal(table.picture.line, 'offline');
});

test('any word is a sign of life', () => {
  const { table, world } = online(5);
  world.pass(20_000);
  world.socket.says(update(6));
  world.pass(19_999);
  assert.equal(table.picture.line, 'online');
  assert.deepEqual(world.socket.heard(), [{ do: 'ping' }]);
});

test('a server that takes the connection and says nothing is left', () => {
  const { table, world } = opened();
  world.socket.opens();
  world.pass(8_000);
  assert.equal(table.picture.line, 'offline');
});

test('a pong sets the clock by half of its way', () => {
  const { table, world } = online();
  world.pass(20_000);
  world.pass(200);
  world.socket.says({ is: 'pong', now: world.time + 1_000 });
  assert.equal(table.picture.offset, 1_100);
});

test('somebody who looks again learns within 3 s whether the line holds', () => {
  const { table, world } = online();
  table.wake();
  assert.deepEqual(world.socket.heard(), [{ do: 'ping' }]);
  world.pass(3_000);
  assert.equal(table.picture.line, 'offline');
});

test('somebody who looks again does not wait for the next try', () => {
  const { table, world } = opened();
  world.socket.breaks();
  table.wake();
  assert.equal(world.sockets.length, 2);
  world.pass(1_000);
  assert.equal(world.sockets.length, 2, 'the try that was waited for is not made as well');
});

test("the browser's own word that the network is lost or back is taken", () => {
  pretend('window', new EventTarget());
  pretend('document', new EventTarget());
  const { table, world } = online();
  window.dispatchEvent(new Event('offline'));
  assert.equal(table.picture.line, 'offline');
  window.dispatchEvent(new Event('online'));
  assert.equal(world.sockets.length, 2);
  table.close();
  window.dispatchEvent(new Event('online'));
  assert.equal(world.sockets.length, 2);
});

test('who is connected is known while we are', () => {
  const { table, world } = online();
  world.socket.says({ is: 'present', seats: [true, false], away: [null, 1], watching: 3, asking: [] });
  assert.deepEqual([table.picture.present, table.picture.watching], [[true, false], 3]);
  world.socket.breaks();
  assert.equal(table.picture.present, null);
});

test('who looks on is asked for by a command, and answered by names', async () => {
  const { table, world } = online();
  const answer = table.send({ do: 'watchers' });
  world.socket.says({ is: 'watching', id: table.picture.errands[0]?.id ?? '', people: [{ number: 1, name: 'Eve' }] });
  const found = await answer;
  assert.deepEqual(found.is === 'watching' && found.people, [{ number: 1, name: 'Eve' }]);
  assert.equal(table.picture.errands[0]?.fate, 'saved');
});
