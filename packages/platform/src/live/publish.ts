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

/** The payload without the version, which the publisher fills in. */
type Unversioned<P> = Omit<P, 'version'>;

/**
 * Sends events to the devices of members, on every gateway. The database is the source of truth: a failed publish never
 * fails the caller. The member is remembered instead, and its clients fetch as soon as Redis accepts commands again.
 */
export interface Publisher {
  /**
   * A durable event: counted as the member's next version and sent to all of their devices. An event with `early` in
   * its contract reaches devices of this process before it is counted. Resolves with the version once counted, or with
   * undefined when counting failed.
   */
  durable<C extends OutboundContract & { durable: true }>(
    member: string,
    event: C,
    payload: Unversioned<PayloadOf<C>>,
  ): Promise<Version | undefined>;
  /** An event that clients need not catch up on. */
  passing<C extends OutboundContract & { durable: false }>(
    member: string,
    event: C,
    payload: PayloadOf<C>,
  ): void;
  /** An event for all operators of a site, in the operators' namespace. Clients need not catch up on it. */
  operators<C extends OutboundContract & { durable: false }>(
    site: string,
    event: C,
    payload: PayloadOf<C>,
  ): void;
  /**
   * Announces to every node that a session of a member or an operator ended (`SESSION_ENDED`). Each node ends its
   * sockets.
   */
  endSession(session: string): void;
  /** Announces to every node that a block between two members was set or lifted (`PAIR_CHANGED`). */
  pairChanged(one: string, other: string): void;
  /** Current version of the member's stream. */
  versionOf(member: string): Promise<Version>;
  /** The same, and when each lasting answer last changed. Sent to a device of this process when it connects. */
  positionOf(member: string): Promise<StreamPosition>;
  /**
   * Runs code that writes and then publishes to these members. After an error, such as a lost answer to a write, its
   * progress is unknown. The devices of these members then learn that they may have missed something.
   */
  publishing<T>(members: readonly string[], run: () => Promise<T>): Promise<T>;
  /**
   * Counts an unsent event for each member whose publish failed, and sends the number, so their clients notice the gap.
   * Runs by itself every second; rejects when Redis does not accept it now.
   */
  announceMissed(): Promise<void>;
  /**
   * Counts all optimistically delivered events now, if Redis accepts it, so follow-up jobs can be queued before the
   * queues close.
   */
  flush(): Promise<void>;
  /** Announces missed events one last time, if Redis accepts it. */
  close(): Promise<void>;
}

/** Server-side event with the public id of an ended session. Receiving nodes call `endSessionHere`. */
export const SESSION_ENDED = 'session-ended';

/**
 * Notifies the client and then ends the session's sockets on this node. Each node does both itself: over the channels
 * of a cluster, the disconnect could overtake the notification.
 */
export function endSessionHere(io: Server, session: string): void {
  // Sessions end rarely: a scan of all sockets costs less than a room for each session.
  for (const { sockets } of [io.of('/'), io.of(OPERATORS_NAMESPACE)]) {
    for (const socket of sockets.values()) {
      if ((socket.data as { session?: { session: string } }).session?.session !== session) continue;
      socket.emit(sessionEnded.name, {});
      socket.disconnect(true);
    }
  }
}

/** Server-side event: a block between two members was set or lifted. */
export const PAIR_CHANGED = 'pair-changed';

export interface PublisherOptions {
  io: Server;
  versions: Versions;
  prefix: string;
  logger: Logger;
  now(): number;
}

/** A publisher over a Socket.IO server whose adapter reaches every gateway. The server itself need not listen. */
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
      logger.warn({ event: event.name, reason: String(error) }, 'publish failed: clients will fetch');
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
    // Redis returns more fields than the contract of a tick allows.
    const { version, changed } = await versions.skip(member);
    const tick = { version, changed, serverAt: now(), stale: false };
    io.to(rooms.user(member)).emit(syncTicked.name, tick);
  }
}

/** The lasting answers that this event may change: all except those its contract says it leaves unchanged. */
function changesOf({ leaves }: OutboundContract, payload: object): readonly Lasting[] {
  const left = leaves?.(payload as never);
  return left ? LASTING.filter((name) => !left.includes(name)) : LASTING;
}
