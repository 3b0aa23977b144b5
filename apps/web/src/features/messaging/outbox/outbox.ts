import type { ErrorCode, Refusal, Result, SendInput, SendOutput } from '@heartline/contracts';
import type { OutboxEntry, OutboxStore } from './outbox-store.ts';

/**
 * Sends what was written, once and in order.
 *
 *   waiting ─ answered ─→ gone (the message stands in the conversation now)
 *      │ no answer, or "later": stays waiting under the same key; tried again, so a cut never sends twice
 *      │ SEND_EXPIRED: the server gave this key up, so the same bubble goes again under `<key>.2`
 *      ├ no credits, or too many conversations ─→ held ─ credits or premium arrived ─→ waiting
 *      └ any other refusal ─→ failed ─ "Send again" or "Delete", by the member
 *
 * One tab leads and sends; the others write into the same store and show the same bubbles. A tab that is killed between
 * answer and removal leaves a waiting entry, which the next leader sends again: same key, same answer, no second debit.
 */
export interface Outbox {
  /** Everything on its way, oldest first. The same array until something changes. */
  entries(): readonly OutboxEntry[];
  subscribe(listener: () => void): () => void;
  /** Stores a message, then sends it. Resolves once it is stored. */
  add(draft: Draft): Promise<void>;
  /** Sends a failed message again; what changed (price seen, confirmation) is given. */
  retry(key: string, change?: Partial<Pick<OutboxEntry, 'credits' | 'fictionalConfirmed'>>): Promise<void>;
  /** Deletes a held or failed message. One that is under way may have arrived, so it can’t be taken back here. */
  discard(key: string): Promise<void>;
  /** The member can pay more or start more now: what was held for that goes on. */
  fundsChanged(funds: Funds): Promise<void>;
  /** The connection is back: no waiting for the next try. */
  wake(): void;
  /** This tab sends from now on. */
  lead(): Promise<void>;
  /** Another tab changed the store, or got a message sent. */
  hear(news: OutboxNews): void;
  stop(): void;
}

export type Draft = Pick<OutboxEntry, 'profile' | 'conversation' | 'text' | 'credits' | 'fictionalConfirmed'>;

export interface Funds {
  credits: number;
  premium: boolean;
}

/** What tabs tell each other. */
export type OutboxNews = { kind: 'changed' } | { kind: 'sent'; sent: SendOutput; profile: string };

export interface OutboxPorts {
  member: string;
  store: OutboxStore;
  /** Brings one message to the server. Throws when no answer came. */
  send(input: SendInput): Promise<Result<SendOutput>>;
  /** A message was stored by the server: it belongs into the conversation. */
  onSent(sent: SendOutput, profile: string): void;
  /** A refusal the member should hear of at once. */
  onRefused?(entry: OutboxEntry, refusal: Refusal): void;
  tell(news: OutboxNews): void;
  newKey(): string;
  now(): number;
  schedule?(run: () => void, ms: number): () => void;
}

const HELD_FOR = new Set<ErrorCode>(['NOT_ENOUGH_CREDITS', 'CONVERSATION_LIMIT']);
const TRIED_AGAIN = new Set<ErrorCode>([
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
]);
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The contract allows `.2` to `.9`. */
const LAST_SUFFIX = 9;

/** Makes the outbox of one member in one tab. Reads what is stored; sends once `lead` is called. */
export function createOutbox(ports: OutboxPorts): Outbox {
  return new MemberOutbox(ports);
}

class MemberOutbox implements Outbox {
  private readonly ports: OutboxPorts & { schedule: NonNullable<OutboxPorts['schedule']> };
  private readonly listeners = new Set<() => void>();
  /** Conversations with a message under way. */
  private readonly underWay = new Set<string>();
  private stored: readonly OutboxEntry[] = [];
  private funds: Funds | undefined;
  private isLeader = false;
  private isStopped = false;
  private failures = 0;
  private cancelWait: (() => void) | undefined;

  constructor(ports: OutboxPorts) {
    this.ports = { schedule: inTime, ...ports };
    void this.reload();
  }

  entries(): readonly OutboxEntry[] {
    return this.stored;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async add(draft: Draft): Promise<void> {
    const { member, newKey, now, store } = this.ports;
    const key = newKey();
    await store.add({ ...draft, key, clientId: key, member, createdAt: now(), state: 'waiting' });
    await this.changed();
  }

  async retry(key: string, seen: Parameters<Outbox['retry']>[1] = {}): Promise<void> {
    const entry = this.decidable(key);
    if (!entry) return;
    // A key that was given up nine times is used up; any other goes on, so that a retry is never a second send.
    const clientId = suffixOf(entry) >= LAST_SUFFIX ? this.ports.newKey() : entry.clientId;
    await this.ports.store.put({ ...withoutRefusal(entry), ...seen, clientId, state: 'waiting' });
    this.wake();
    await this.changed();
  }

  async discard(key: string): Promise<void> {
    const entry = this.decidable(key);
    if (!entry) return;
    await this.ports.store.remove(entry.order);
    await this.changed();
  }

  async fundsChanged(funds: Funds): Promise<void> {
    this.funds = funds;
    await this.free();
  }

  wake(): void {
    this.failures = 0;
    this.cancelWait?.();
    this.cancelWait = undefined;
    if (this.isLeader) this.pump();
  }

  async lead(): Promise<void> {
    this.isLeader = true;
    await this.reload();
    await this.free();
  }

  hear(news: OutboxNews): void {
    if (news.kind === 'sent') this.ports.onSent(news.sent, news.profile);
    else void this.reload();
  }

  stop(): void {
    this.isStopped = true;
    this.cancelWait?.();
    this.listeners.clear();
  }

  /** The message with this key, while it is the member's to decide on. */
  private decidable(key: string): OutboxEntry | undefined {
    return this.stored.find((entry) => entry.key === key && entry.state !== 'waiting');
  }

  private async reload(): Promise<void> {
    const stored = await this.ports.store.all(this.ports.member);
    if (this.isStopped) return;
    this.stored = stored;
    for (const listener of this.listeners) listener();
    if (this.isLeader && !this.cancelWait) this.pump();
  }

  /** After every change of the store: here, then everywhere else. */
  private async changed(): Promise<void> {
    await this.reload();
    this.ports.tell({ kind: 'changed' });
  }

  /** What was held for credits or premium that are there now goes on. */
  private async free(): Promise<void> {
    const { funds } = this;
    if (!this.isLeader || !funds) return;
    const freed = this.stored.filter((entry) => entry.state === 'held' && isCovered(entry, funds));
    for (const entry of freed) await this.ports.store.put({ ...withoutRefusal(entry), state: 'waiting' });
    if (freed.length > 0) await this.changed();
  }

  /** Starts the next message of every conversation that has none under way. */
  private pump(): void {
    for (const entry of nextOfEach(this.stored)) {
      if (!this.isStopped && !this.underWay.has(entry.conversation)) void this.run(entry);
    }
  }

  private async run(entry: OutboxEntry): Promise<void> {
    this.underWay.add(entry.conversation);
    const isDecided = await this.sendOne(entry);
    this.underWay.delete(entry.conversation);
    if (this.isStopped) return;
    if (isDecided) await this.reload();
    else this.pumpLater();
  }

  private pumpLater(): void {
    if (this.cancelWait) return;
    const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.cancelWait = this.ports.schedule(
      () => {
        this.cancelWait = undefined;
        this.pump();
      },
      ms * (0.75 + Math.random() / 2),
    );
  }

  /** Sends one message and writes down what came of it. False: not decided, try again later. */
  private async sendOne(entry: OutboxEntry): Promise<boolean> {
    const { send, onSent, onRefused, store, tell } = this.ports;
    const { clientId, profile, text, credits, fictionalConfirmed } = entry;
    let result: Result<SendOutput>;
    try {
      result = await send({
        clientId,
        profile,
        text,
        credits,
        ...(fictionalConfirmed && { fictionalConfirmed }),
      });
    } catch {
      return false;
    }
    if (this.isStopped) return true;
    if (!result.ok && TRIED_AGAIN.has(result.refusal.code)) return false;
    this.failures = 0;
    if (result.ok) {
      // First into the conversation, then out of the store, here and elsewhere: the bubble is never gone in between.
      onSent(result.value, profile);
      tell({ kind: 'sent', sent: result.value, profile });
      await store.remove(entry.order);
    } else {
      const next = afterRefusal(entry, result.refusal);
      await store.put(next);
      if (next.refusal) onRefused?.(next, next.refusal);
    }
    await this.changed();
    return true;
  }
}

/** The oldest message of each conversation that may go: one that is held keeps back what was written after it. */
function nextOfEach(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    if (entry.state !== 'failed' && !first.has(entry.conversation)) first.set(entry.conversation, entry);
  }
  return [...first.values()].filter((entry) => entry.state === 'waiting');
}

function afterRefusal(entry: OutboxEntry, refusal: Refusal): OutboxEntry {
  const rest = withoutRefusal(entry);
  if (refusal.code === 'SEND_EXPIRED') {
    const suffix = suffixOf(entry) + 1;
    if (suffix <= LAST_SUFFIX) return { ...rest, clientId: `${baseOf(entry.clientId)}.${suffix}` };
  }
  return { ...rest, state: HELD_FOR.has(refusal.code) ? 'held' : 'failed', refusal };
}

function withoutRefusal(entry: OutboxEntry): OutboxEntry {
  const copy = { ...entry };
  delete copy.refusal;
  return copy;
}

const suffixOf = ({ clientId }: Pick<OutboxEntry, 'clientId'>) => Number(clientId.split('.')[1] ?? 1);

/** The key a bubble is known by, on its way and after: `<clientId>` without `.2`. */
export function baseOf(clientId: string): string {
  return clientId.split('.')[0] ?? clientId;
}

function isCovered(entry: OutboxEntry, { credits, premium }: Funds): boolean {
  return entry.refusal?.code === 'CONVERSATION_LIMIT' ? premium : credits >= entry.credits;
}

function inTime(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
