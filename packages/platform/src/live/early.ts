import { type Lasting, type StreamPosition, syncCounted, type Version } from '@heartline/contracts';
import type { Namespace } from 'socket.io';
import { failpoint } from '../failpoints.ts';
import type { NumberedFrame } from '../redis/count-events.ts';
import type { Versions } from '../redis/version.ts';
import { channelOf, deliver, ELSEWHERE, frameHead, NUMBERED, originOf, packetAround } from './adapter.ts';
import { frameOfText } from './frame.ts';
import { rooms } from './rooms.ts';

/**
 * Optimistic delivery: devices of this process receive an event before Redis counts it. Two members on one gateway thus
 * need not wait for Redis, not even during an outage. Only for events with `early` in their contract, whose payload
 * carries its own position.
 *
 * ```
 * event ──► sockets here, at once, without a number
 *   ├─ member alone here:  gather for 200 ms ─► count together, publish nothing
 *   └─ otherwise:          count and publish at once; this process skips its own frame
 * counted ─► number is pending ─► sync:counted to the sockets here
 * ```
 *
 * - *Alone*: no other process has devices of the member.
 * - A pending number goes out before the next numbered frame, before a tick, and within a second.
 * - Redis decides who is alone, in the step that counts. The memory here only saves time.
 * - A device that connected to another process meanwhile receives the number, sees the gap, and fetches.
 * - After a crash between delivery and count, the sweep publishes the message again, as after a failed publish. It can,
 *   because a message is queued for settling only once it is counted.
 */
export interface Early {
  /** Delivers to devices here and counts afterwards. Returns undefined, without any effect, if there are none. */
  publish(
    member: string,
    event: string,
    payload: object,
    changes: readonly Lasting[],
  ): Promise<Version> | undefined;
  /** Current position of the stream, for a device here. The device receives all pending numbers first. */
  position(member: string): Promise<StreamPosition>;
  /** Counts a member's uncounted events before a version is read, and sends the pending numbers to devices here. */
  settle(member: string): void;
  /** Counts all uncounted events. Resolves once none is in flight. */
  flush(): Promise<void>;
}

/** As long as settling gathers, because a message may be settled only once it is counted. */
const COUNT_AFTER_MS = 200;
/** Shorter than a client waits for a number that it learned elsewhere. */
const PENDING_AT_MOST_MS = 1_000;

/** Events of one member that were delivered and are not counted. */
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

/** Optimistic delivery over the sockets of a namespace whose adapter reaches every gateway. */
export function createEarly(options: EarlyOptions): Early {
  return new OptimisticDelivery(options);
}

class OptimisticDelivery implements Early {
  readonly #namespace: Namespace;
  readonly #versions: Versions;
  readonly #prefix: string;
  readonly #origin: string;
  readonly #pending: PendingNumbers;
  /** Rooms known to have no devices on another process. The maps below are keyed by room too. */
  readonly #alone = new Set<string>();
  readonly #uncounted = new Map<string, Uncounted>();
  /** Counts in flight. `isLate`: devices here received a later number and wait for these. */
  readonly #asked = new Map<string, { count: number; isLate: boolean }>();
  /** The same counts in flight, for `flush`. */
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
      // A count whose answer arrives in the same read is handled only after this frame.
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
    // Redis answers in order, so this count is pending before the answer below arrives.
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

  /**
   * True if this process has devices of the room. Without any it is unsubscribed, so any listener is another process.
   */
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

  /** The frame for other processes on the channel of a room. */
  #frame(
    room: string,
    mark: 'others' | 'joined',
    { before, after }: { before: string; after: string },
    more: Pick<NumberedFrame, 'unlessAlone' | 'changes'>,
  ): NumberedFrame {
    const channel = channelOf(this.#prefix, room);
    return { channel, before: frameHead(mark, this.#origin) + before, after, ...more };
  }

  /** Has Redis count the delivered events, and marks their number as pending. */
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

/** Counted numbers that devices here have not received yet, by room. */
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
