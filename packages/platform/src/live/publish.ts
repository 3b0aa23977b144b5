import {
  LASTING,
  type Lasting,
  OPERATORS_NAMESPACE,
  type OutboundContract,
  type PayloadOf,
  type Standing,
  sessionEnded,
  syncTicked,
  type Version,
} from '@heartline/contracts';
import type { Server } from 'socket.io';
import type { Logger } from '../logger.ts';
import { closeWithin } from '../redis/close-within.ts';
import type { Versions } from '../redis/version.ts';
import { channelOf, frameHead, originOf, packetAround } from './adapter.ts';
import { createEarly } from './early.ts';
import { createMissed } from './missed.ts';
import { rooms } from './rooms.ts';

/** What a publisher fills in itself. */
type Unversioned<P> = Omit<P, 'version'>;

/**
 * Sends events to members' devices, wherever they are connected. The socket is a nudge, the store is the truth: a
 * failed publish never fails the caller; the member is remembered and told to fetch as soon as Redis takes it.
 */
export interface Publisher {
  /**
   * A durable event: numbered with the member's next version, to all of their devices. One that may be told early
   * reaches those of this process at once. Resolves once it is counted; with nothing where it could not be.
   */
  durable<C extends OutboundContract & { durable: true }>(
    member: string,
    event: C,
    payload: Unversioned<PayloadOf<C>>,
  ): Promise<Version | undefined>;
  /** An event that nobody needs to catch up on. */
  passing<C extends OutboundContract & { durable: false }>(
    member: string,
    event: C,
    payload: PayloadOf<C>,
  ): void;
  /** An event for all operators of a site, who have a namespace of their own. Nobody needs to catch up on it. */
  operators<C extends OutboundContract & { durable: false }>(
    site: string,
    event: C,
    payload: PayloadOf<C>,
  ): void;
  /** Tells every node that a session of a member or an operator ended (`SESSION_ENDED`); each ends its sockets. */
  endSession(session: string): void;
  /** Tells every node that a block between two members came or went (`PAIR_CHANGED`). */
  pairChanged(one: string, other: string): void;
  /** Where the member's stream is now. */
  versionOf(member: string): Promise<Version>;
  /** The same, and when each lasting answer last changed: what a device here is greeted with. */
  standingOf(member: string): Promise<Standing>;
  /**
   * Runs what writes and then tells these members. Where it fails on the way, as when the answer of a write is lost,
   * nobody knows how far it came: then their devices are told that they may have missed something.
   */
  telling<T>(members: readonly string[], run: () => Promise<T>): Promise<T>;
  /**
   * Counts an event nobody saw for each member whose publish failed, and says its number, so their clients notice the
   * gap. Done by itself every second; rejects when Redis does not take it now.
   */
  announceMissed(): Promise<void>;
  /** Counts now what was told early, if Redis takes it: what follows from that can be done before the queues close. */
  flush(): Promise<void>;
  /** Announces what was missed one last time, if Redis takes it. */
  close(): Promise<void>;
}

/** What other nodes hear when a session ends, with its public id: `endSessionHere` is theirs to call. */
export const SESSION_ENDED = 'session-ended';

/**
 * Ends a session's sockets on this node, after telling the client. Each node does both by itself: over the channels of
 * a cluster the end could arrive before the word of it.
 */
export function endSessionHere(io: Server, session: string): void {
  // Sessions end rarely: looking at every socket then is cheaper than a room for each all the time.
  for (const { sockets } of [io.of('/'), io.of(OPERATORS_NAMESPACE)]) {
    for (const socket of sockets.values()) {
      if ((socket.data as { session?: { session: string } }).session?.session !== session) continue;
      socket.emit(sessionEnded.name, {});
      socket.disconnect(true);
    }
  }
}

/** What other nodes hear when a block between two members came or went. */
export const PAIR_CHANGED = 'pair-changed';

/** A publisher over a Socket.IO server whose adapter reaches every gateway; the server itself need not listen. */
// oxlint-disable-next-line max-lines-per-function -- a list of short ways to tell, over the same few parts
export function createPublisher(options: {
  io: Server;
  versions: Versions;
  prefix: string;
  logger: Logger;
  now(): number;
}): Publisher {
  const { io, versions, prefix, logger, now } = options;
  const origin = originOf(io.of('/').adapter);
  const missed = createMissed(async (member) => {
    // Redis answers more than a tick may carry.
    const { version, changed } = await versions.skip(member);
    const tick = { version, changed, serverAt: now(), stale: false };
    io.to(rooms.user(member)).emit(syncTicked.name, tick);
  });
  const early = createEarly({ namespace: io.of('/'), versions, prefix });
  const desks = io.of(OPERATORS_NAMESPACE);
  const flush = () => closeWithin(early.flush);
  return {
    async durable(member, event, payload) {
      try {
        const changes = changesOf(event, payload);
        const told = event.early && early.tell(member, event.name, payload, changes);
        if (told) return await told;
        const { before, after } = packetAround(event.name, payload);
        const { version } = await versions.publish(member, {
          channel: channelOf(prefix, rooms.user(member)),
          unlessAlone: false,
          before: frameHead('all', origin) + before,
          after,
          changes,
        });
        return version;
      } catch (error) {
        missed.add(member);
        logger.warn({ event: event.name, reason: String(error) }, 'publish failed; clients will fetch');
        return undefined;
      }
    },
    passing(member, event, payload) {
      io.to(rooms.user(member)).emit(event.name, payload);
    },
    operators(site, event, payload) {
      desks.to(rooms.operators(site)).emit(event.name, payload);
    },
    endSession(session) {
      io.serverSideEmit(SESSION_ENDED, session);
      endSessionHere(io, session);
    },
    pairChanged: (one, other) => void io.serverSideEmit(PAIR_CHANGED, one, other),
    versionOf(member) {
      early.settle(member);
      return versions.current(member);
    },
    standingOf: early.standing,
    async telling(members, run) {
      try {
        return await run();
      } catch (error) {
        for (const member of members) missed.add(member);
        throw error;
      }
    },
    announceMissed: missed.tell,
    flush,
    async close() {
      await flush();
      await closeWithin(missed.tell).catch(() => undefined);
      missed.stop();
    },
  };
}

/** The lasting answers that an event of this payload may change: all that its contract does not leave as they are. */
function changesOf({ leaves }: OutboundContract, payload: object): readonly Lasting[] {
  const left = leaves?.(payload as never);
  return left ? LASTING.filter((name) => !left.includes(name)) : LASTING;
}
