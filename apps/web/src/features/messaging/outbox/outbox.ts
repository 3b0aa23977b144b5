import type { ErrorCode, Refusal, Result, SendOutput } from '@heartline/contracts';
import { isDecidable, nextOfEach } from './outbox-order.ts';
import type { Change, OutboxEntry, OutboxStore } from './outbox-store.ts';
import {
  afterRefusal,
  atPrice,
  type Funds,
  givenUp,
  isCovered,
  isKeyUsedUp,
  isStillTried,
  waitsForRoom,
  waitsToBegin,
  withoutRefusal,
} from './refused-entry.ts';
import { SendCancelled, SendEnded, SendPutOff } from './send-ended.ts';
import { baseOf } from './send-key.ts';

/**
 * Sends what was written, once and in order.
 *
 *   waiting ─ answered ─→ gone (the message stands in the conversation now)
 *      │ no answer, or "later": stays waiting under the same key; tried again, so a cut never sends twice
 *      │ SEND_EXPIRED: the server gave this key up, so the same bubble goes again under `<key>.2`
 *      ├ no credits, too many conversations, or the member's own limit or pause ─→ held ─ credits or premium arrived, the
 *      │   price fell, the other side began the conversation, or there is room again ─→ waiting
 *      ├ costs more now ─→ failed, and asked ─ the price fell to what was agreed to ─→ waiting
 *      │   (what waits for its price, credits or room, and is a gift that is offered no more ─→ failed, asked nothing)
 *      ├ a picture that is not up yet ─→ waiting, as it was: the message has not left
 *      ├ each try is broken off, or meets a fault of the server ─→ failed, under the same key: it may have arrived
 *      ├ a picture that does not come through a slow line, however small ─→ failed, under the same key: it was not sent
 *      └ any other refusal ─→ failed ─ "Send again", "Edit" or "Delete", by the member
 *
 * Before an entry leaves for the server it is marked as tried, in the same step that looks whether it still waits: what
 * is tried can't be edited or deleted any more (it may have arrived), what was edited or deleted in time never leaves.
 * An entry edited after a refusal keeps its key, so that a late try of the old words and the new ones are not both
 * sent: KEY_REUSED then says that the old ones arrived, and the new ones go under a new key if the member says so.
 *
 * One tab leads and sends; the others write into the same store and show the same bubbles. A tab that is killed between
 * answer and removal leaves a waiting entry, which the next leader sends again: same key, same answer, no second debit.
 * What a full or locked-down browser would not store is sent by the page that has it, in its turn.
 */
export interface Outbox {
  /** Everything on its way, oldest first. The same array until something changes. */
  entries(): readonly OutboxEntry[];
  subscribe(listener: () => void): () => void;
  /** Stores a message, under this key where it has one already, then sends it. Resolves once it is stored. */
  add(draft: Draft, key?: string): Promise<void>;
  /** Sends a failed message again; what changed (price seen, confirmation) is given. */
  retry(key: string, change?: Partial<Pick<OutboxEntry, 'credits' | 'fictionalConfirmed'>>): Promise<void>;
  /** Other words for a message that was not tried yet, or was refused. False: it is on its way or gone, nothing was changed. */
  edit(key: string, text: string): Promise<boolean>;
  /** Deletes a message that was not tried yet, or was refused. False: it is on its way and may have arrived. */
  discard(key: string): Promise<boolean>;
  /** Of one that is here no more: whether it left, as far as this tab was told; else it was deleted. */
  wasSent(entry: Pick<OutboxEntry, 'clientId'>): boolean;
  /** The member can pay more or start more now: what was held for that goes on. */
  fundsChanged(funds: Funds): Promise<void>;
  /**
   * What sending this costs now: one that waits for its price goes at a lower one, or is asked the one there is.
   * Undefined: a gift that is not offered any more, which keeps nothing back from here on.
   */
  priced(key: string, credits: number | undefined): Promise<void>;
  /**
   * It goes on: it begins no conversation that counts any more, since the other side wrote, or one more may be begun; or
   * the member's own limit or pause is in its way no more.
   */
  cleared(key: string): Promise<void>;
  /** The connection is back: no waiting for the next try. */
  wake(): void;
  /** This tab sends from now on, until another one does. */
  lead(): Promise<void>;
  /** Another tab sends now. */
  follow(): void;
  /** The store may have what was not seen of it before: here and in other tabs that is shown, and goes on. */
  reread(): Promise<void>;
  /** Another tab changed the store, or got a message sent. */
  hear(news: OutboxNews): void;
  stop(): void;
}

export type Draft = Omit<
  OutboxEntry,
  'order' | 'key' | 'clientId' | 'member' | 'createdAt' | 'state' | 'refusal' | 'isTried' | 'isUnsaved'
>;

/** What tabs tell each other. */
export type OutboxNews =
  | { kind: 'changed' }
  | { kind: 'sent'; sent: SendOutput; profile: string }
  | { kind: 'refused'; refusal: Refusal; profile: string };

export interface OutboxPorts {
  member: string;
  store: OutboxStore;
  /** Whether there is any use in trying: an entry that never left can still be changed. */
  isReachable(): boolean;
  /** Brings one message to the server. Throws when no answer came; {@link SendEnded} when it is known why. */
  send(entry: OutboxEntry): Promise<Result<SendOutput>>;
  /** A message was stored by the server: it belongs into the conversation. */
  onSent(sent: SendOutput, profile: string): void;
  /** A message was refused, from this tab or another: what is shown of its price, or of the member, may be old. */
  onRefused?(refusal: Refusal, profile: string): void;
  /** The member took this back while its picture was on the way: what was written with it is still theirs. */
  onCancelled?(entry: OutboxEntry): void;
  tell(news: OutboxNews): void;
  newKey(): string;
  now(): number;
  schedule?(run: () => void, ms: number): () => void;
}

/** Refusals of the moment: the same request may be taken a little later. */
export const TRIED_AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  // A gateway older than this page; the next connection may reach a newer one.
  'UNKNOWN_EVENT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'AUTHENTICATION_REQUIRED',
  'ANOTHER_MEMBER',
]);
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Makes the outbox of one member in one tab. Reads what is stored; sends once `lead` is called. */
export function createOutbox(ports: OutboxPorts): Outbox {
  return new MemberOutbox(ports);
}

/** Between two tries of a conversation: how many were not decided, one after the other, and what ends the wait. */
interface Wait {
  failures: number;
  cancel?: () => void;
}

class MemberOutbox implements Outbox {
  private readonly ports: OutboxPorts & { schedule: NonNullable<OutboxPorts['schedule']> };
  private readonly listeners = new Set<() => void>();
  /** Conversations with a message under way. */
  private readonly underWay = new Set<string>();
  private stored: readonly OutboxEntry[] = [];
  private funds: Funds | undefined;
  /** What left, by the keys their bubbles have. Each tab is told before the store lets go of one. */
  private readonly sent = new Set<string>();
  private isLeader = false;
  private isStopped = false;
  /** Conversations whose last tries were not decided. A picture on a slow line keeps back no other conversation. */
  private readonly waits = new Map<string, Wait>();

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

  async add(draft: Draft, key = this.ports.newKey()): Promise<void> {
    const { member, now, store } = this.ports;
    await store.add({ ...draft, key, clientId: key, member, createdAt: now(), state: 'waiting' });
    await this.changed();
  }

  async retry(key: string, seen: Parameters<Outbox['retry']>[1] = {}): Promise<void> {
    await this.decide(key, (entry) => {
      if (entry.state === 'waiting') return undefined;
      return { ...this.again(entry), ...seen };
    });
    this.wake();
  }

  edit(key: string, text: string): Promise<boolean> {
    return this.decide(key, (entry) => {
      return entry.state === 'failed' ? { ...this.again(entry), text } : { ...entry, text };
    });
  }

  /** On its way once more. A key that was given up nine times is used up; any other goes on, so it is never sent twice. */
  private again(entry: OutboxEntry): OutboxEntry {
    const clientId = isKeyUsedUp(entry) ? this.ports.newKey() : entry.clientId;
    return { ...withoutRefusal(entry), clientId, state: 'waiting' };
  }

  discard(key: string): Promise<boolean> {
    return this.decide(key, () => null);
  }

  wasSent({ clientId }: Pick<OutboxEntry, 'clientId'>): boolean {
    return this.sent.has(baseOf(clientId));
  }

  async fundsChanged(funds: Funds): Promise<void> {
    this.funds = funds;
    await this.free();
  }

  async priced(key: string, credits: number | undefined): Promise<void> {
    const { funds } = this;
    const shown = this.stored.find((entry) => entry.key === key);
    // Mostly nothing has changed: then nothing is written.
    if (!shown || !atPrice(shown, credits, funds)) return;
    await this.decide(key, (entry) => atPrice(entry, credits, funds));
  }

  async cleared(key: string): Promise<void> {
    await this.decide(key, (entry) =>
      waitsToBegin(entry) || waitsForRoom(entry) ? { ...withoutRefusal(entry), state: 'waiting' } : undefined,
    );
  }

  wake(): void {
    this.endWaits();
    this.pump();
  }

  async lead(): Promise<void> {
    this.isLeader = true;
    await this.reread();
  }

  follow(): void {
    this.isLeader = false;
  }

  async reread(): Promise<void> {
    await this.changed();
    await this.free();
  }

  hear(news: OutboxNews): void {
    if (news.kind === 'sent') this.noteSent(news.sent.message.clientId, news.sent, news.profile);
    else if (news.kind === 'refused') this.ports.onRefused?.(news.refusal, news.profile);
    else void this.reload();
  }

  stop(): void {
    this.isStopped = true;
    this.endWaits();
    this.listeners.clear();
  }

  /** Changes the message with this key, if it is the member's to decide on. */
  private async decide(key: string, change: Change): Promise<boolean> {
    const order = this.stored.find((entry) => entry.key === key)?.order;
    if (order === undefined) return false;
    const changed = await this.ports.store.change(order, (entry) =>
      isDecidable(entry) ? change(entry) : undefined,
    );
    await this.changed();
    return changed !== undefined;
  }

  private noteSent(clientId: string, sent: SendOutput, profile: string): void {
    this.sent.add(baseOf(clientId));
    this.ports.onSent(sent, profile);
  }

  private async reload(): Promise<void> {
    const stored = await this.ports.store.all(this.ports.member);
    if (this.isStopped) return;
    this.stored = stored;
    for (const listener of this.listeners) listener();
    this.pump();
  }

  private endWaits(): void {
    for (const { cancel } of this.waits.values()) cancel?.();
    this.waits.clear();
  }

  /** After every change of the store: here, then everywhere else. */
  private async changed(): Promise<void> {
    await this.reload();
    this.ports.tell({ kind: 'changed' });
  }

  /** What was held for credits or premium that are there now goes on; in any tab, since the one that sends may be frozen. */
  private async free(): Promise<void> {
    const { funds } = this;
    if (!funds) return;
    const freed = this.stored.filter((entry) => entry.state === 'held' && isCovered(entry, funds));
    for (const { order } of freed) {
      await this.ports.store.change(order, (entry) =>
        entry.state === 'held' ? { ...withoutRefusal(entry), state: 'waiting' } : undefined,
      );
    }
    if (freed.length > 0) await this.changed();
  }

  /** Starts the next message of every conversation that has none under way and waits for no next try. */
  private pump(): void {
    for (const entry of nextOfEach(this.stored)) {
      const { conversation } = entry;
      const isFree = !this.underWay.has(conversation) && !this.waits.get(conversation)?.cancel;
      if (isFree && this.sends(entry) && !this.isStopped) void this.run(entry);
    }
  }

  /** Whether it is this tab's to send: what no other tab knows of always is. */
  private sends({ isUnsaved }: OutboxEntry): boolean {
    return this.isLeader || isUnsaved === true;
  }

  private async run(entry: OutboxEntry): Promise<void> {
    this.underWay.add(entry.conversation);
    // A store that fails is no answer either: the same key goes again later.
    const { funds } = this;
    const isDecided = await this.sendOne(entry).catch(() => false);
    this.underWay.delete(entry.conversation);
    if (this.isStopped) return;
    if (!isDecided) this.pumpLater(entry.conversation);
    // What the try wrote down (the picture is on the server) is what the next one begins with.
    await this.reload();
    // Credits that came while the answer was on its way are news to it, and are not told again.
    if (this.funds !== funds) await this.free();
  }

  private pumpLater(conversation: string): void {
    const { failures } = this.waits.get(conversation) ?? { failures: 0 };
    const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    const wait: Wait = { failures: failures + 1 };
    this.waits.set(conversation, wait);
    wait.cancel = this.ports.schedule(
      () => {
        delete wait.cancel;
        this.pump();
      },
      ms * (0.75 + Math.random() / 2),
    );
  }

  /** Sends one message and writes down what came of it. False: not decided, try again later. */
  private async sendOne(shown: OutboxEntry): Promise<boolean> {
    const { isReachable, send, onRefused, newKey, store, tell } = this.ports;
    if (!isReachable()) return false;
    const entry = await this.claim(shown);
    if (!entry) return true;
    const result = await send(entry).catch((why: unknown) => (why instanceof SendEnded ? why : undefined));
    if (result instanceof SendEnded) return this.letGo(entry, result);
    if (this.isStopped) return true;
    if (!result || (!result.ok && TRIED_AGAIN.has(result.refusal.code))) return false;
    this.waits.delete(entry.conversation);
    if (result.ok) {
      // First into the conversation, then out of the store, here and elsewhere: the bubble is never gone in between.
      this.noteSent(entry.clientId, result.value, entry.profile);
      tell({ kind: 'sent', sent: result.value, profile: entry.profile });
      await store.change(entry.order, () => null);
    } else {
      const { refusal } = result;
      const next = await store.change(entry.order, (stored) =>
        isStillTried(stored, entry) ? afterRefusal(stored, refusal, newKey) : undefined,
      );
      if (next?.refusal) {
        onRefused?.(next.refusal, next.profile);
        tell({ kind: 'refused', refusal: next.refusal, profile: next.profile });
      }
    }
    await this.changed();
    return true;
  }

  /** Its try is over: gone where the member took it back, tried again where it was put off, else theirs to decide on. */
  private async letGo(entry: OutboxEntry, why: SendEnded): Promise<boolean> {
    if (why instanceof SendPutOff) {
      await this.ports.store.change(entry.order, (stored) =>
        isStillTried(stored, entry) ? withoutRefusal(stored) : undefined,
      );
      return false;
    }
    const isCancelled = why instanceof SendCancelled;
    await this.ports.store.change(entry.order, (stored) =>
      isCancelled ? null : givenUp(stored, entry, why),
    );
    if (isCancelled && !this.isStopped) this.ports.onCancelled?.(entry);
    await this.changed();
    return true;
  }

  /** Marks the message as tried. Undefined: another tab changed it or the session ended, so it must not be sent. */
  private async claim(shown: OutboxEntry): Promise<OutboxEntry | undefined> {
    const take = (entry: OutboxEntry) =>
      isStillTried(entry, shown) ? { ...entry, isTried: true } : undefined;
    // A full disk may refuse the mark. The message can still be sent: at worst it looks editable a moment longer.
    const entry = await this.ports.store.change(shown.order, take).catch(() => shown);
    return this.isStopped ? undefined : entry;
  }
}

function inTime(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
