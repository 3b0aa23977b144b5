import { type Lasting, type Standing, syncCounted, type Version } from '@heartline/contracts';
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
  tell(
    member: string,
    event: string,
    payload: object,
    changes: readonly Lasting[],
  ): Promise<Version> | undefined;
  /** Where the stream is now; asked for on behalf of a device here, which hears all that is owed first. */
  standing(member: string): Promise<Standing>;
  /** Counts what waits for a member, before somebody asks for a version, and tells devices here what they are owed. */
  settle(member: string): void;
  /** Counts all that waits; resolves once nothing is on its way. */
  flush(): Promise<void>;
}

/** As long as settling gathers: a message may be settled once it is counted. */
const COUNT_AFTER_MS = 200;
/** Less than a client waits for a number that it heard of elsewhere. */
const OWE_AT_MOST_MS = 1_000;

/** Events of one member that were told and are not counted. */
interface Uncounted {
  member: string;
  count: number;
  changes: Set<Lasting>;
  counted: PromiseWithResolvers<Version>;
}

// oxlint-disable-next-line max-lines-per-function -- steps of one machine, over what it holds for each room
export function createEarly(options: { namespace: Namespace; versions: Versions; prefix: string }): Early {
  const { namespace, versions, prefix } = options;
  const { adapter } = namespace;
  const origin = originOf(adapter);
  /** By room, as all that follows. Rooms that no other process has devices of, as far as is known. */
  const alone = new Set<string>();
  const uncounted = new Map<string, Uncounted>();
  const owed = new Map<string, { version: Version; count: number }>();
  /** Counts whose answers are on their way, and whether a later number went to devices here, which wait for these. */
  const asked = new Map<string, { count: number; isLate: boolean }>();
  /** The same answers, for who waits until all are there. */
  const answers = new Set<Promise<void>>();
  let countTimer: NodeJS.Timeout | undefined;
  let oweTimer: NodeJS.Timeout | undefined;

  adapter.on(NUMBERED, (room: string) => {
    say(room);
    // An answer in the same read is taken only after this frame.
    const underWay = asked.get(room);
    if (underWay) underWay.isLate = true;
  });
  adapter.on(ELSEWHERE, (room: string) => {
    alone.delete(room);
    void count(room);
  });
  adapter.on('delete-room', (room: string) => {
    alone.delete(room);
    owed.delete(room);
  });

  /** What other processes hear on the channel of a room. */
  function frameFor(
    room: string,
    mark: 'others' | 'joined',
    { before, after }: { before: string; after: string },
    more: Pick<NumberedFrame, 'unlessAlone' | 'changes'>,
  ): NumberedFrame {
    return { channel: channelOf(prefix, room), before: frameHead(mark, origin) + before, after, ...more };
  }

  /** Tells devices here the number that they are owed. */
  function say(room: string): void {
    const what = owed.get(room);
    if (!what) return;
    owed.delete(room);
    deliver(namespace, room, frameOfText(`42${JSON.stringify([syncCounted.name, what])}`));
  }

  function sayAll(): void {
    oweTimer = undefined;
    for (const room of owed.keys()) say(room);
  }

  /** Has Redis count what devices here were told, and owes them the number. */
  function ask(room: string, member: string, frame: NumberedFrame, count: number): Promise<Version> {
    const asking = askNow(room, member, frame, count);
    const over = asking.then(
      () => void answers.delete(over),
      () => void answers.delete(over),
    );
    answers.add(over);
    return asking;
  }

  async function askNow(room: string, member: string, frame: NumberedFrame, count: number): Promise<Version> {
    const underWay = asked.get(room) ?? { count: 0, isLate: false };
    asked.set(room, underWay);
    underWay.count += 1;
    try {
      const { version, listeners } = await versions.publish(member, frame, count);
      if (listeners > 1) alone.delete(room);
      owe(room, version, count);
      if (underWay.isLate) say(room);
      return version;
    } finally {
      underWay.count -= 1;
      if (underWay.count === 0) asked.delete(room);
    }
  }

  function owe(room: string, version: Version, count: number): void {
    const before = owed.get(room);
    const follows = before?.version.epoch === version.epoch && before.version.n === version.n - count;
    if (before && !follows) say(room);
    if (adapter.rooms.has(room)) {
      owed.set(room, { version, count: follows ? before.count + count : count });
      oweTimer ??= setTimeout(sayAll, OWE_AT_MOST_MS).unref();
    }
  }

  function countLater(room: string, member: string, changes: readonly Lasting[]): Promise<Version> {
    let waiting = uncounted.get(room);
    if (!waiting) {
      waiting = { member, count: 0, changes: new Set(), counted: Promise.withResolvers() };
      uncounted.set(room, waiting);
      countTimer ??= setTimeout(() => void countAll(), COUNT_AFTER_MS);
    }
    waiting.count += 1;
    for (const name of changes) waiting.changes.add(name);
    return waiting.counted.promise;
  }

  async function count(room: string): Promise<void> {
    const waiting = uncounted.get(room);
    if (!waiting) return;
    failpoint('early:before-count');
    uncounted.delete(room);
    const { member, count, changes, counted } = waiting;
    const packet = packetAround(syncCounted.name, { count });
    try {
      // Without a device here this process listens no more: whoever does is another one.
      const unlessAlone = adapter.rooms.has(room);
      const frame = frameFor(room, 'others', packet, { unlessAlone, changes: [...changes] });
      counted.resolve(await ask(room, member, frame, count));
    } catch (error) {
      counted.reject(error);
    }
  }

  async function countAll(): Promise<void> {
    clearTimeout(countTimer);
    countTimer = undefined;
    await Promise.all([...uncounted.keys()].map(count));
  }

  return {
    tell(member, event, payload, changes) {
      const room = rooms.user(member);
      if (!adapter.rooms.has(room)) return undefined;
      const packet = packetAround(event, payload);
      deliver(namespace, room, frameOfText(`${packet.before}null${packet.after}`));
      if (alone.has(room)) return countLater(room, member, changes);
      return ask(room, member, frameFor(room, 'others', packet, { unlessAlone: false, changes }), 1);
    },
    async standing(member) {
      const room = rooms.user(member);
      const frame = frameFor(room, 'joined', { before: '', after: '' }, { unlessAlone: true, changes: [] });
      // Redis answers in order: what is counted first is owed by then.
      void count(room);
      const { version, changed, listeners } = await versions.standing(member, frame);
      if (listeners === 1 && adapter.rooms.has(room)) alone.add(room);
      else alone.delete(room);
      say(room);
      return { version, changed };
    },
    settle(member) {
      const room = rooms.user(member);
      void count(room).then(() => say(room));
    },
    async flush() {
      await countAll();
      await Promise.all(answers);
    },
  };
}
