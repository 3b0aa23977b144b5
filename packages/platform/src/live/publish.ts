import {
  LASTING,
  type Lasting,
  OPERATORS_NAMESPACE,
  type OutboundContract,
  type PayloadOf,
  type StreamPosition,
  sessionEnded,
  syncTicked,
  type Version,
} from '@heartline/contracts';
import type { Server } from 'socket.io';
import type { Logger } from '../logger.ts';
import { closeWithin } from '../redis/close-within.ts';
import type { Versions } from '../redis/version.ts';
import { channelOf, frameHead, originOf, packetAround } from './adapter.ts';
import { createEarly, type Early } from './early.ts';
import { createMissed, type Missed } from './missed.ts';
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
  positionOf(member: string): Promise<StreamPosition>;
  /**
   * Runs what writes and then tells these members. Where it fails on the way, as when the answer of a write is lost,
   * nobody knows how far it came: then their devices are told that they may have missed something.
   */
  publishing<T>(members: readonly string[], run: () => Promise<T>): Promise<T>;
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

export interface PublisherOptions {
  io: Server;
  versions: Versions;
  prefix: string;
  logger: Logger;
  now(): number;
}

/** A publisher over a Socket.IO server whose adapter reaches every gateway; the server itself need not listen. */
export function createPublisher(options: PublisherOptions): Publisher {
  return new LivePublisher(options);
}

class LivePublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #origin: string;
  readonly #missed: Missed;
  readonly #early: Early;

  constructor(options: PublisherOptions) {
    const { io, versions, prefix } = options;
    const members = io.of('/');
    this.#options = options;
    this.#origin = originOf(members.adapter);
    this.#missed = createMissed((member) => this.#sayMissed(member));
    this.#early = createEarly({ namespace: members, versions, prefix });
  }

  async durable<C extends OutboundContract & { durable: true }>(
    member: string,
    event: C,
    payload: Unversioned<PayloadOf<C>>,
  ): Promise<Version | undefined> {
    try {
      const changes = changesOf(event, payload);
      const published = event.early && this.#early.publish(member, event.name, payload, changes);
      return await (published || this.#publish(member, event.name, payload, changes));
    } catch (error) {
      this.#missed.add(member);
      const { logger } = this.#options;
      logger.warn({ event: event.name, reason: String(error) }, 'publish failed; clients will fetch');
      return undefined;
    }
  }

  passing<C extends OutboundContract & { durable: false }>(
    member: string,
    event: C,
    payload: PayloadOf<C>,
  ): void {
    this.#options.io.to(rooms.user(member)).emit(event.name, payload);
  }

  operators<C extends OutboundContract & { durable: false }>(
    site: string,
    event: C,
    payload: PayloadOf<C>,
  ): void {
    this.#options.io.of(OPERATORS_NAMESPACE).to(rooms.operators(site)).emit(event.name, payload);
  }

  endSession(session: string): void {
    this.#options.io.serverSideEmit(SESSION_ENDED, session);
    endSessionHere(this.#options.io, session);
  }

  pairChanged(one: string, other: string): void {
    this.#options.io.serverSideEmit(PAIR_CHANGED, one, other);
  }

  versionOf(member: string): Promise<Version> {
    this.#early.settle(member);
    return this.#options.versions.current(member);
  }

  positionOf(member: string): Promise<StreamPosition> {
    return this.#early.position(member);
  }

  async publishing<T>(members: readonly string[], run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      for (const member of members) this.#missed.add(member);
      throw error;
    }
  }

  announceMissed(): Promise<void> {
    return this.#missed.notify();
  }

  flush(): Promise<void> {
    return closeWithin(() => this.#early.flush());
  }

  async close(): Promise<void> {
    await this.flush();
    await closeWithin(this.#missed.notify).catch(() => undefined);
    this.#missed.stop();
  }

  async #publish(
    member: string,
    event: string,
    payload: object,
    changes: readonly Lasting[],
  ): Promise<Version> {
    const { before, after } = packetAround(event, payload);
    const { version } = await this.#options.versions.publish(member, {
      channel: channelOf(this.#options.prefix, rooms.user(member)),
      unlessAlone: false,
      before: frameHead('all', this.#origin) + before,
      after,
      changes,
    });
    return version;
  }

  async #sayMissed(member: string): Promise<void> {
    const { io, versions, now } = this.#options;
    // Redis answers more than a tick may carry.
    const { version, changed } = await versions.skip(member);
    const tick = { version, changed, serverAt: now(), stale: false };
    io.to(rooms.user(member)).emit(syncTicked.name, tick);
  }
}

/** The lasting answers that an event of this payload may change: all that its contract does not leave as they are. */
function changesOf({ leaves }: OutboundContract, payload: object): readonly Lasting[] {
  const left = leaves?.(payload as never);
  return left ? LASTING.filter((name) => !left.includes(name)) : LASTING;
}
