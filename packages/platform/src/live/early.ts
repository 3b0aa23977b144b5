import { type Lasting, type StreamPosition, syncCounted, type Version } from '@heartline/contracts';
import type { Namespace } from 'socket.io';
import { failpoint } from '../failpoints.ts';
import type { NumberedFrame } from '../redis/count-events.ts';
import type { Versions } from '../redis/version.ts';
import { channelOf, deliver, ELSEWHERE, frameHead, NUMBERED, originOf, packetAround } from './adapter.ts';
import { frameOfText } from './frame.ts';
import { rooms } from './rooms.ts';

/**
 * Events that devices of this process hear before they are counted, so that neither the way to Redis nor an outage of it
 * stands between two members of one gateway. Only such as tell their own place (`early` in the contract).
 *
 * An event goes to the sockets here at once, without a number. *Alone*, where no other process has devices of the member,
 * it waits a moment with those that follow and is counted with them, in one step that publishes nothing. Otherwise it is
 * counted and published at once, and this process passes over its own frame. Each count makes this process *owe* its
 * sockets the number: it says so (`sync:counted`) before the next frame that has one, before a tick, and within a second.
 *
 * Redis decides who is alone, in the step that counts: a device that came to another process meanwhile is told of the
 * number, sees that it missed something, and fetches. So what is remembered here saves time and is never relied on. After
 * a crash between telling and counting nobody learns the number: the sweep tells of the message again, as of one whose
 * publish was cut off, since settling is asked for only once it is counted.
 */
export interface Early {
  /** Tells devices here; counts afterwards. Undefined, and nothing done, where there are none. */
  publish(
    member: string,
    event: string,
    payload: object,
    changes: readonly Lasting[],
  ): Promise<Version> | undefined;
  /** Where the stream is now; asked for on behalf of a device here, which hears all that is owed first. */
  position(member: string): Promise<StreamPosition>;
  /** Counts what waits for a member, before somebody asks for a version, and tells devices here what they are owed. */
  settle(member: string): void;
  /** Counts all that waits; resolves once nothing is on its way. */
  flush(): Promise<void>;
}

/** As long as settling gathers: a message may be settled once it is counted. */
const COUNT_AFTER_MS = 200;
/** Less than a client waits for a number that it heard of elsewhere. */
const PENDING_AT_MOST_MS = 1_000;

/** Events of one member that were told and are not counted. */
interface Uncounted {
  member: string;
  count: number;
  changes: Set<Lasting>;
  counted: PromiseWithResolvers<Version>;
}

export interface EarlyOptions {
  namespace: Namespace;
  versions: Versions;
  prefix: string;
}

/** Early events over the sockets of a namespace, whose adapter reaches every gateway. */
export function createEarly(options: EarlyOptions): Early {
  return new EarlyEvents(options);
}

class EarlyEvents implements Early {
  readonly #namespace: Namespace;
  readonly #versions: Versions;
  readonly #prefix: string;
  readonly #origin: string;
  readonly #pending: PendingNumbers;
  /** By room, as all that follows. Rooms that no other process has devices of, as far as is known. */
  readonly #alone = new Set<string>();
  readonly #uncounted = new Map<string, Uncounted>();
  /** Counts whose answers are on their way, and whether a later number went to devices here, which wait for these. */
  readonly #asked = new Map<string, { count: number; isLate: boolean }>();
  /** The same answers, for who waits until all are there. */
  readonly #answers = new Set<Promise<void>>();
  #countTimer: NodeJS.Timeout | undefined;

  constructor({ namespace, versions, prefix }: EarlyOptions) {
    this.#namespace = namespace;
    this.#versions = versions;
    this.#prefix = prefix;
    this.#origin = originOf(namespace.adapter);
    this.#pending = new PendingNumbers(namespace);
    namespace.adapter.on(NUMBERED, (room: string) => {
      this.#pending.say(room);
      // An answer in the same read is taken only after this frame.
      const underWay = this.#asked.get(room);
      if (underWay) underWay.isLate = true;
    });
    namespace.adapter.on(ELSEWHERE, (room: string) => {
      this.#alone.delete(room);
      void this.#count(room);
    });
    namespace.adapter.on('delete-room', (room: string) => {
      this.#alone.delete(room);
      this.#pending.forget(room);
    });
  }

  publish(
    member: string,
    event: string,
    payload: object,
    changes: readonly Lasting[],
  ): Promise<Version> | undefined {
    const room = rooms.user(member);
    if (!this.#isHere(room)) return undefined;
    const packet = packetAround(event, payload);
    deliver(this.#namespace, room, frameOfText(`${packet.before}null${packet.after}`));
    if (this.#alone.has(room)) return this.#countLater(room, member, changes);
    return this.#ask(room, member, this.#frame(room, 'others', packet, { unlessAlone: false, changes }), 1);
  }

  async position(member: string): Promise<StreamPosition> {
    const room = rooms.user(member);
    const more = { unlessAlone: () => this.#isHere(room), changes: [] };
    const frame = this.#frame(room, 'joined', { before: '', after: '' }, more);
    // Redis answers in order: what is counted first is owed by then.
    void this.#count(room);
    const { version, changed, listeners } = await this.#versions.position(member, frame);
    if (listeners === 1 && this.#isHere(room)) this.#alone.add(room);
    else this.#alone.delete(room);
    this.#pending.say(room);
    return { version, changed };
  }

  settle(member: string): void {
    const room = rooms.user(member);
    void this.#count(room).then(() => this.#pending.say(room));
  }

  async flush(): Promise<void> {
    await this.#countAll();
    await Promise.all(this.#answers);
  }

  /** Whether this process has devices of the room. Without one it listens no more: whoever does is another one. */
  #isHere(room: string): boolean {
    return this.#namespace.adapter.rooms.has(room);
  }

  #countLater(room: string, member: string, changes: readonly Lasting[]): Promise<Version> {
    let waiting = this.#uncounted.get(room);
    if (!waiting) {
      waiting = { member, count: 0, changes: new Set(), counted: Promise.withResolvers() };
      this.#uncounted.set(room, waiting);
      this.#countTimer ??= setTimeout(() => void this.#countAll(), COUNT_AFTER_MS);
    }
    waiting.count += 1;
    for (const name of changes) waiting.changes.add(name);
    return waiting.counted.promise;
  }

  async #countAll(): Promise<void> {
    clearTimeout(this.#countTimer);
    this.#countTimer = undefined;
    await Promise.all([...this.#uncounted.keys()].map((room) => this.#count(room)));
  }

  async #count(room: string): Promise<void> {
    const waiting = this.#uncounted.get(room);
    if (!waiting) return;
    failpoint('early:before-count');
    this.#uncounted.delete(room);
    const { member, count, changes, counted } = waiting;
    const packet = packetAround(syncCounted.name, { count });
    try {
      const more = { unlessAlone: () => this.#isHere(room), changes: [...changes] };
      counted.resolve(await this.#ask(room, member, this.#frame(room, 'others', packet, more), count));
    } catch (error) {
      counted.reject(error);
    }
  }

  /** What other processes hear on the channel of a room. */
  #frame(
    room: string,
    mark: 'others' | 'joined',
    { before, after }: { before: string; after: string },
    more: Pick<NumberedFrame, 'unlessAlone' | 'changes'>,
  ): NumberedFrame {
    const channel = channelOf(this.#prefix, room);
    return { channel, before: frameHead(mark, this.#origin) + before, after, ...more };
  }

  /** Has Redis count what devices here were told, and owes them the number. */
  #ask(room: string, member: string, frame: NumberedFrame, count: number): Promise<Version> {
    const asking = this.#askNow(room, member, frame, count);
    const over = asking.then(
      () => void this.#answers.delete(over),
      () => void this.#answers.delete(over),
    );
    this.#answers.add(over);
    return asking;
  }

  async #askNow(room: string, member: string, frame: NumberedFrame, count: number): Promise<Version> {
    const underWay = this.#asked.get(room) ?? { count: 0, isLate: false };
    this.#asked.set(room, underWay);
    underWay.count += 1;
    try {
      const { version, listeners } = await this.#versions.publish(member, frame, count);
      if (listeners > 1) this.#alone.delete(room);
      this.#pending.add(room, version, count);
      if (underWay.isLate) this.#pending.say(room);
      return version;
    } finally {
      underWay.count -= 1;
      if (underWay.count === 0) this.#asked.delete(room);
    }
  }
}

/** Numbers of early events that were counted and that devices here have not heard yet, by room. */
class PendingNumbers {
  readonly #namespace: Namespace;
  readonly #pending = new Map<string, { version: Version; count: number }>();
  #isSayingLater = false;

  constructor(namespace: Namespace) {
    this.#namespace = namespace;
  }

  add(room: string, version: Version, count: number): void {
    const before = this.#pending.get(room);
    const follows = before?.version.epoch === version.epoch && before.version.n === version.n - count;
    if (before && !follows) this.say(room);
    if (!this.#namespace.adapter.rooms.has(room)) return;
    this.#pending.set(room, { version, count: follows ? before.count + count : count });
    if (this.#isSayingLater) return;
    this.#isSayingLater = true;
    setTimeout(() => this.#sayAll(), PENDING_AT_MOST_MS).unref();
  }

  say(room: string): void {
    const pending = this.#pending.get(room);
    if (!pending) return;
    this.#pending.delete(room);
    deliver(this.#namespace, room, frameOfText(`42${JSON.stringify([syncCounted.name, pending])}`));
  }

  forget(room: string): void {
    this.#pending.delete(room);
  }

  #sayAll(): void {
    this.#isSayingLater = false;
    for (const room of this.#pending.keys()) this.say(room);
  }
}
