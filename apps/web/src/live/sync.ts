import type { StreamPosition, Version } from '@heartline/contracts';
import { type DurableEvent, isAfter, type NumberedEvent } from './apply/stale.ts';
import type { LiveEvents } from './bus.ts';

/**
 * Keeps one member's stream of durable events whole.
 *
 * States: *in order* (`known` is the last event applied), *gap* (an event or a tick is ahead of `known`: wait a moment,
 * because two gateways may swap neighbours, then fetch a snapshot), and *fetching* (what comes out of turn waits until it
 * is there). What a hello finds missing is of the time without a connection, and another epoch is another stream: no
 * waiting closes these. A fetch that fails is tried again, later each time; the next tick would find the gap too.
 *
 * An *early* event, which has no number yet, is applied as it comes: it tells its own place among its like. `count` says
 * the number later; what was not counted when the connection ended is not in `known`, so the next hello shows it as missed.
 */
export interface Sync {
  /** One durable event, in whatever order it came. */
  receive(event: DurableEvent): void;
  /** Early events are counted. */
  count(counted: Counted): void;
  /** Another connection, or none: what was heard over the last one without a number will not be counted any more. */
  cut(): void;
  /** A version heard of elsewhere: a tick or an answer. */
  noteVersion(version: Version, from?: VersionSource): void;
  /** The hello of a new connection. */
  greet(hello: StreamPosition): void;
  /** Names this moment: an answer that is asked for from here on knows of all early events up to it. */
  moment(): number;
  /**
   * Events applied here that an answer of `version` lacks, oldest first; undefined when they are no longer held. Early ones
   * only where it is said when it was asked for.
   */
  eventsAfter(version: Version, asked?: number): readonly DurableEvent[] | undefined;
  stop(): void;
}

type Counted = LiveEvents['sync:counted'];
/** An early event, with the moment it came. */
type ReceivedEvent = { event: DurableEvent; moment: number };

/** `stale`: events may be lost whatever the version says. */
export type VersionSource = 'stale' | undefined;

export interface SyncPorts {
  /** The lowest version among the answers that are in the cache already. */
  start: Version;
  /** Writes the event into the cache and tells who listens. */
  apply(event: DurableEvent): void;
  /** Events that were written have their numbers now, and nothing is missing before them. */
  noteCount(counted: Counted): void;
  /**
   * Fetches everything that events keep up to date, but for what the hello that showed the gap says is unchanged; the
   * lowest version among the answers.
   */
  fetchSnapshot(hello?: StreamPosition): Promise<Version>;
  schedule?(run: () => void, ms: number): () => void;
}

/** How long an event may come late before it counts as lost. */
const REORDER_MS = 1_000;
/** The same while early events have no number: the server says it 1.2 s after them at most, while Redis answers. */
const COUNT_MS = 2_500;
const MAX_RETRY_MS = 30_000;
const LOG_LENGTH = 500;

/** Follows one member's stream from a version that is in the cache already. */
export function createSync(ports: SyncPorts): Sync {
  return new Stream(ports);
}

class Stream implements Sync {
  private readonly ports: Required<SyncPorts>;
  /** The last event applied. */
  private known: Version;
  /** The furthest version heard of. */
  private announced: Version | undefined;
  /** Events that came before their turn. */
  private waiting: NumberedEvent[] = [];
  /** The last events applied, for answers that were made before them. */
  private log: NumberedEvent[] = [];
  /** Early events that were applied, each with the moment it came. */
  private optimistic: ReceivedEvent[] = [];
  /** How many early events this connection heard whose number it did not. */
  private uncounted = 0;
  /** Before its hello, numbers said on a connection may be of early events that others heard. */
  private isGreeted = true;
  private optimisticCount = 0;
  /** Numbers of early events that were applied here, said before all that stands before them was. */
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
    // A snapshot that was fetched meanwhile holds them.
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
      // What could not be counted meanwhile never will be.
      this.uncounted = 0;
    }
    if (!this.hasGap()) return;
    if (from) void this.refresh();
    else this.checkIn(this.gapTimeout());
  }

  greet(hello: StreamPosition): void {
    this.isGreeted = true;
    if (!this.announced || isAhead(hello.version, this.announced)) this.announced = hello.version;
    // After a fetch that failed, or a word that events were lost, nothing that is held is trusted.
    if (this.hasGap()) void this.refresh(this.isForced ? undefined : hello);
  }

  eventsAfter(version: Version, asked = Number.POSITIVE_INFINITY): readonly DurableEvent[] | undefined {
    // They were stored before they were told: who asked afterwards was answered with them.
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

  /** Goes on over early events that are counted, where nothing before them is missing. */
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
      // It went on meanwhile: this gap is another one, and younger.
      const isYounger = this.known !== known || ms < this.gapTimeout();
      if (isYounger && !this.isForced) return this.checkIn(this.gapTimeout());
      // The server would have said their number by now: it never will.
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

  /** The furthest version that anything told of: every answer to what is asked from now on knows of it. */
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
    // Events applied while the snapshot was under way are in order too: a lower answer moves nothing back.
    if (isAhead(version, this.known)) {
      this.known = version;
      this.log = [];
    }
    // What was heard of another stream before this answer was made is of a stream that is gone.
    const { epoch } = this.known;
    if (this.announced?.epoch !== epoch) this.announced = undefined;
    this.waiting = this.waiting.filter((event) => event.payload.version.epoch === epoch);
    this.counts = this.counts.filter(({ counted }) => counted.version.epoch === epoch);
    this.applyWaiting();
  }
}

/**
 * How far a snapshot holds that was asked for at `asked`. Its answers may be of later, each of another moment, and what
 * carries no version was perhaps read before some: events after `asked` are for all of them.
 */
function lower(version: Version, asked: Version | undefined): Version {
  return asked && isAfter(version, asked) ? asked : version;
}

/** Whether `version` tells of something `base` has not seen: a later number, or another stream altogether. */
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
