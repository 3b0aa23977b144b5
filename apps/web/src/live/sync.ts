import type { StreamPosition, Version } from '@heartline/contracts';
import { type DurableEvent, isAfter, type NumberedEvent } from './apply/stale.ts';
import type { LiveEvents } from './bus.ts';

/**
 * Keeps one member's stream of durable events complete.
 *
 * - *in order*: `known` is the last event applied.
 * - *gap*: an event or a tick is ahead of `known`. It waits a moment, because two gateways may swap events, then
 *   fetches a snapshot.
 * - *fetching*: events out of turn wait for the snapshot. A failed fetch is repeated after longer waits; the next tick
 *   would reveal the gap too.
 *
 * A gap that a hello reveals dates from before the connection, and another epoch is another stream: both are fetched
 * without a wait.
 *
 * An *uncounted* event (optimistic delivery) has no number yet. It is applied at once: its payload gives its place.
 * `count` gives the number later. An event that was not counted when the connection ended is not in `known`, so the
 * next hello reports it as missed.
 */
export interface Sync {
  /** Receives one durable event, in any order. */
  receive(event: DurableEvent): void;
  /** Uncounted events have numbers now. */
  count(counted: Counted): void;
  /** The connection closed or changed: uncounted events of the last one will get no number any more. */
  cut(): void;
  /** Notes a version from elsewhere: a tick or an answer. */
  noteVersion(version: Version, from?: VersionSource): void;
  /** Receives the hello of a new connection. */
  greet(hello: StreamPosition): void;
  /** Names this moment. An answer requested from now on includes all uncounted events up to it. */
  moment(): number;
  /**
   * Events applied here that an answer of `version` lacks, oldest first; undefined when they are no longer held.
   * Uncounted ones are included only when `asked`, the moment of the request, is given.
   */
  eventsAfter(version: Version, asked?: number): readonly DurableEvent[] | undefined;
  stop(): void;
}

type Counted = LiveEvents['sync:counted'];
/** An uncounted event, with the moment it arrived. */
type ReceivedEvent = { event: DurableEvent; moment: number };

/** `stale`: events may be lost whatever the version is. */
export type VersionSource = 'stale' | undefined;

export interface SyncPorts {
  /** The lowest version among the answers in the cache. */
  start: Version;
  /** Writes the event into the cache and notifies the listeners. */
  apply(event: DurableEvent): void;
  /** Written events have their numbers now, and none before them is missing. */
  noteCount(counted: Counted): void;
  /**
   * Fetches everything that events keep up to date, except what the hello that revealed the gap reports as unchanged.
   * Returns the lowest version among the answers.
   */
  fetchSnapshot(hello?: StreamPosition): Promise<Version>;
  schedule?(run: () => void, ms: number): () => void;
}

/** Wait for a late event before it counts as lost. */
const REORDER_MS = 1_000;
/** The same while events are uncounted: the server sends their number within 1.2 s while Redis answers. */
const COUNT_MS = 2_500;
const MAX_RETRY_MS = 30_000;
const LOG_LENGTH = 500;

/** Follows one member's stream from a version in the cache. */
export function createSync(ports: SyncPorts): Sync {
  return new Stream(ports);
}

class Stream implements Sync {
  private readonly ports: Required<SyncPorts>;
  /** The last event applied. */
  private known: Version;
  /** The highest version seen anywhere. */
  private announced: Version | undefined;
  /** Events that arrived before their turn. */
  private waiting: NumberedEvent[] = [];
  /** The last applied events, for answers that predate them. */
  private log: NumberedEvent[] = [];
  /** Uncounted events that were applied, each with the moment it arrived. */
  private optimistic: ReceivedEvent[] = [];
  /** The number of uncounted events this connection received without their number. */
  private uncounted = 0;
  /** Before its hello, counts on a connection may be of uncounted events that others received. */
  private isGreeted = true;
  private optimisticCount = 0;
  /** Numbers of applied events that arrived before all earlier events did. */
  private counts: { counted: Counted; received: ReceivedEvent[] }[] = [];
  private cancelTimer: (() => void) | undefined;
  private isForced = false;
  private isFetching = false;
  private isStopped = false;
  private failures = 0;

  constructor(ports: SyncPorts) {
    this.ports = { schedule: inTime, ...ports };
    this.known = ports.start;
  }

  receive(event: DurableEvent): void {
    if (!isNumbered(event)) return this.receiveOptimistic(event);
    if (!isAhead(event.payload.version, this.known)) return;
    this.waiting.push(event);
    this.applyWaiting();
    if (this.hasGap()) this.checkIn(this.gapTimeout());
  }

  private receiveOptimistic(event: DurableEvent): void {
    this.uncounted += 1;
    this.optimisticCount += 1;
    this.optimistic = [...this.optimistic.slice(1 - LOG_LENGTH), { event, moment: this.optimisticCount }];
    this.ports.apply(event);
  }

  count(counted: Counted): void {
    const { version, count } = counted;
    const isWhole = this.isGreeted && count <= this.uncounted;
    this.uncounted = Math.max(0, this.uncounted - count);
    const received = this.isGreeted ? this.optimistic.splice(0, count) : [];
    // A snapshot fetched meanwhile holds them.
    if (!isAhead(version, this.known)) return;
    if (!isWhole) return this.noteVersion(version);
    this.counts.push({ counted, received });
    this.applyWaiting();
    if (this.hasGap()) this.checkIn(this.gapTimeout());
  }

  cut(): void {
    this.uncounted = 0;
    this.isGreeted = false;
  }

  moment(): number {
    return this.optimisticCount;
  }

  noteVersion(version: Version, from?: VersionSource): void {
    if (!this.announced || isAhead(version, this.announced)) this.announced = version;
    if (from === 'stale') {
      this.isForced = true;
      this.isGreeted = true;
      // Events that were not counted by now never will be.
      this.uncounted = 0;
    }
    if (!this.hasGap()) return;
    if (from) void this.refresh();
    else this.checkIn(this.gapTimeout());
  }

  greet(hello: StreamPosition): void {
    this.isGreeted = true;
    if (!this.announced || isAhead(hello.version, this.announced)) this.announced = hello.version;
    // After a failed fetch, or a report of lost events, no held data is trusted.
    if (this.hasGap()) void this.refresh(this.isForced ? undefined : hello);
  }

  eventsAfter(version: Version, asked = Number.POSITIVE_INFINITY): readonly DurableEvent[] | undefined {
    // Events are stored before they are delivered, so a later request includes them.
    const optimistic = [...this.counts.flatMap(({ received }) => received), ...this.optimistic]
      .filter(({ moment }) => moment > asked)
      .map(({ event }) => event);
    if (isAhead(version, this.known)) return optimistic;
    const missing = this.log.filter((event) => isAfter(event.payload.version, version));
    return missing.length === this.known.n - version.n ? [...missing, ...optimistic] : undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.cancelTimer?.();
  }

  private hasGap(): boolean {
    const { announced, known } = this;
    return (
      this.isForced ||
      this.waiting.length + this.counts.length > 0 ||
      (announced !== undefined && isAhead(announced, known))
    );
  }

  private applyWaiting(): void {
    while (this.applyNext() || this.noteNext());
    this.waiting = this.waiting.filter((event) => isAhead(event.payload.version, this.known));
    this.counts = this.counts.filter(({ counted }) => isAhead(counted.version, this.known));
  }

  private applyNext(): boolean {
    const next = this.next();
    if (!next) return false;
    this.known = next.payload.version;
    this.log = [...this.log.slice(1 - LOG_LENGTH), next];
    this.ports.apply(next);
    return true;
  }

  /** Advances over counted events while none before them is missing. */
  private noteNext(): boolean {
    const { epoch, n } = this.known;
    const next = this.counts.find(
      ({ counted: { version, count } }) => version.epoch === epoch && version.n > n && version.n - count <= n,
    );
    if (!next) return false;
    const { counted, received } = next;
    const { version, count } = counted;
    this.known = version;
    this.log = [
      ...this.log,
      ...received.map(({ event }, at) => numbered(event, { epoch, n: version.n - count + 1 + at })),
    ].slice(-LOG_LENGTH);
    this.ports.noteCount(counted);
    return true;
  }

  private next(): NumberedEvent | undefined {
    const { epoch, n } = this.known;
    return this.waiting.find(({ payload: { version } }) => version.epoch === epoch && version.n === n + 1);
  }

  private gapTimeout(): number {
    return this.uncounted > 0 ? COUNT_MS : REORDER_MS;
  }

  private checkIn(ms: number): void {
    if (this.isStopped || this.isFetching || this.cancelTimer) return;
    const { known, uncounted } = this;
    this.cancelTimer = this.ports.schedule(() => {
      this.cancelTimer = undefined;
      if (!this.hasGap()) return;
      // The stream advanced meanwhile: this is another, younger gap.
      const isYounger = this.known !== known || ms < this.gapTimeout();
      if (isYounger && !this.isForced) return this.checkIn(this.gapTimeout());
      // The server would have sent their number by now: it never will.
      this.uncounted = Math.max(0, this.uncounted - uncounted);
      void this.refresh();
    }, ms);
  }

  private async refresh(hello?: StreamPosition): Promise<void> {
    if (this.isFetching || this.isStopped) return;
    this.isFetching = true;
    this.isForced = false;
    const asked = this.furthest();
    const moment = this.optimisticCount;
    try {
      this.accept(lower(await this.ports.fetchSnapshot(hello), asked));
      this.optimistic = this.optimistic.filter((one) => one.moment > moment);
    } catch {
      this.isForced = true;
    }
    this.isFetching = false;
    this.failures = this.hasGap() ? this.failures + 1 : 0;
    if (this.failures > 0) {
      this.checkIn(Math.min(MAX_RETRY_MS, REORDER_MS * 2 ** this.failures) * (0.5 + Math.random()));
    }
  }

  /** The highest version seen anywhere. Every answer requested from now on includes it. */
  private furthest(): Version | undefined {
    const versions = [
      ...this.waiting.map((event) => event.payload.version),
      ...this.counts.map(({ counted }) => counted.version),
    ];
    return [...versions, ...(this.announced ? [this.announced] : [])].reduce<Version | undefined>(
      (far, one) => (far && !isAhead(one, far) ? far : one),
      undefined,
    );
  }

  private accept(version: Version): void {
    // Events applied during the fetch are in order too: a lower answer moves nothing back.
    if (isAhead(version, this.known)) {
      this.known = version;
      this.log = [];
    }
    // A version of another stream that was seen before this answer is of a stream that is gone.
    const { epoch } = this.known;
    if (this.announced?.epoch !== epoch) this.announced = undefined;
    this.waiting = this.waiting.filter((event) => event.payload.version.epoch === epoch);
    this.counts = this.counts.filter(({ counted }) => counted.version.epoch === epoch);
    this.applyWaiting();
  }
}

/**
 * The version up to which a snapshot requested at `asked` holds. Its answers may be later, each of another moment, and
 * data without a version may have been read before some events. Events after `asked` therefore apply to all of them.
 */
function lower(version: Version, asked: Version | undefined): Version {
  return asked && isAfter(version, asked) ? asked : version;
}

/** True when `version` is later than `base`, or of another stream. */
function isAhead(version: Version, base: Version): boolean {
  return version.epoch !== base.epoch || version.n > base.n;
}

function isNumbered(event: DurableEvent): event is NumberedEvent {
  return event.payload.version !== null;
}

function numbered(event: DurableEvent, version: Version): NumberedEvent {
  return { ...event, payload: { ...event.payload, version } } as NumberedEvent;
}

function inTime(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
