import type { Refusal, Result, SendOutput } from '@heartline/contracts';
import { isDecidable, nextOfEach, waitAfter } from './outbox-order.ts';
import type { Change, OutboxEntry, OutboxStore } from './outbox-store.ts';
import {
  afterRefusal,
  atPrice,
  type Funds,
  givenUp,
  isCovered,
  isKeyUsedUp,
  isStillTried,
  TRIED_AGAIN,
  waitsForRoom,
  waitsToBegin,
  withoutRefusal,
} from './refused-entry.ts';
import { SendCancelled, SendEnded, SendPutOff } from './send-ended.ts';
import { baseOf } from './send-key.ts';

/**
 * Sends messages once and in order. A message is a waiting entry until the server answers:
 *
 * | Answer | State | Then |
 * |---|---|---|
 * | stored | removed | the message is in the conversation |
 * | none, or a refusal in `TRIED_AGAIN` | waiting | sent again under the same key, so it is never stored twice |
 * | SEND_EXPIRED | waiting | the key is used up: the same bubble is sent again under `<key>.2` |
 * | no credits, conversation limit, own limit or pause | held | waits for its reason to end, then waiting |
 * | costs more now | failed | asks the member; waiting again if the price falls to the agreed one |
 * | photo not uploaded yet | waiting | can still be edited or deleted |
 * | every try broken off, or a server fault | failed | keeps its key, because it may be stored |
 * | photo too slow even at its smallest | failed | keeps its key; it was not sent |
 * | any other refusal | failed | the member sends again, edits or deletes |
 *
 * A held entry waits again when credits or premium arrive, the price falls, the other member begins the conversation,
 * or a limit has room. A gift that is no longer offered fails instead.
 * An entry is marked as tried in the same transaction that checks that it still waits. A tried entry can't be edited or
 * deleted, because it may be stored; one edited or deleted before is never sent.
 * An edit after a refusal keeps the key, so that a late try of the old text and the new text are not both stored.
 * KEY_REUSED then means that the old text was stored; the new text gets a new key if the member sends it.
 *
 * One tab is the leader and sends; the others use the same store and show the same bubbles. If a tab is killed between
 * answer and removal, the next leader sends the entry again: same key, same answer, no second debit. An entry that the
 * browser could not store is sent by its own page.
 */
export interface Outbox {
  /** All entries, oldest first. The same array until something changes. */
  entries(): readonly OutboxEntry[];
  subscribe(listener: () => void): () => void;
  /** Stores a message, then sends it. Resolves once it is stored. `key` is given if its bubble has one already. */
  add(draft: Draft, key?: string): Promise<void>;
  /**
   * Stores a message that the credits do not cover. It is sent by itself once they do, unless the member edits or
   * deletes it first. The same key again stores nothing.
   */
  hold(draft: Draft, key: string): Promise<void>;
  /** Sends a failed message again, with a new price or confirmation. */
  retry(key: string, change?: Partial<Pick<OutboxEntry, 'credits' | 'fictionalConfirmed'>>): Promise<void>;
  /** Changes the text of a message that was not tried yet, or was refused. False if it is being sent or gone. */
  edit(key: string, text: string): Promise<boolean>;
  /** Deletes a message that was not tried yet, or was refused. Returns false if it may be stored. */
  discard(key: string): Promise<boolean>;
  /** True if a message that left the outbox was sent, as far as this tab knows; else it was deleted. */
  wasSent(entry: Pick<OutboxEntry, 'clientId'>): boolean;
  /** Reports new credits or premium, and releases the messages held for them. */
  fundsChanged(funds: Funds): Promise<void>;
  /**
   * Reports the current price. A message held for its price is sent if it is low enough, or asks with the new one.
   * Undefined means a gift that is no longer offered, which then blocks nothing.
   */
  priced(key: string, credits: number | undefined): Promise<void>;
  /** Releases a message held for the conversation limit, or for the member's own limit or pause. */
  cleared(key: string): Promise<void>;
  /** The connection is back: ends all waits for the next try. */
  wake(): void;
  /** Makes this tab the leader, which sends, until another one takes over. */
  lead(): Promise<void>;
  /** Another tab became the leader. */
  follow(): void;
  /** Reloads the store, which may have entries not seen before, here and in other tabs. */
  reread(): Promise<void>;
  /** Handles what another tab reports: a change of the store, a sent or a refused message. */
  receive(news: OutboxNews): void;
  stop(): void;
}

export type Draft = Omit<
  OutboxEntry,
  'order' | 'key' | 'clientId' | 'member' | 'createdAt' | 'state' | 'refusal' | 'isTried' | 'isUnsaved'
>;

/** Messages between tabs. */
export type OutboxNews =
  | { kind: 'changed' }
  | { kind: 'sent'; sent: SendOutput; profile: string }
  | { kind: 'refused'; refusal: Refusal; profile: string };

export interface OutboxPorts {
  member: string;
  store: OutboxStore;
  /** True if a try makes sense. An entry that was never tried can still be changed. */
  isReachable(): boolean;
  /** Sends one message. Throws if no answer came, {@link SendEnded} if the reason is known. */
  send(entry: OutboxEntry): Promise<Result<SendOutput>>;
  /** The server stored a message, which belongs into the conversation now. */
  onSent(sent: SendOutput, profile: string): void;
  /** A message was refused, in this or another tab. Its price or the member's data on the screen may be outdated. */
  onRefused?(refusal: Refusal, profile: string): void;
  /** The member cancelled a photo during its upload; its text goes back to them. */
  onCancelled?(entry: OutboxEntry): void;
  publish(news: OutboxNews): void;
  newKey(): string;
  now(): number;
  schedule?(run: () => void, ms: number): () => void;
}

/** Creates the outbox of one member in one tab. It loads the store, and sends once `lead` is called. */
export function createOutbox(ports: OutboxPorts): Outbox {
  return new MemberOutbox(ports);
}

/** Failed tries of a conversation in a row, and the function that ends its wait. */
interface Wait {
  failures: number;
  cancel?: () => void;
}

class MemberOutbox implements Outbox {
  private readonly ports: OutboxPorts & { schedule: NonNullable<OutboxPorts['schedule']> };
  private readonly listeners = new Set<() => void>();
  /** Conversations with a message being sent. */
  private readonly underWay = new Set<string>();
  private stored: readonly OutboxEntry[] = [];
  private funds: Funds | undefined;
  /** Base keys of sent messages. Every tab learns of them before the store removes the entry. */
  private readonly sent = new Set<string>();
  private isLeader = false;
  private isStopped = false;
  /** Waits per conversation, so that a slow photo does not block other conversations. */
  private readonly waits = new Map<string, Wait>();

  constructor(ports: OutboxPorts) {
    this.ports = {
      schedule(run, ms) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      ...ports,
    };
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
    await this.keep(draft, key, { state: 'waiting' });
  }

  async hold(draft: Draft, key: string): Promise<void> {
    if (this.sent.has(key) || this.stored.some((one) => one.key === key)) return;
    await this.keep(draft, key, { state: 'held', refusal: { code: 'NOT_ENOUGH_CREDITS' } });
    // Credits may have arrived since the balance that the member saw, and are not reported again.
    await this.free();
  }

  private async keep(draft: Draft, key: string, state: Pick<OutboxEntry, 'state' | 'refusal'>) {
    const { member, now, store } = this.ports;
    await store.add({ ...draft, key, clientId: key, member, createdAt: now(), ...state });
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

  /** The entry for another send. Its key changes only after nine expiries, so that nothing is stored twice. */
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
    // Usually nothing changed, so nothing is written.
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

  receive(news: OutboxNews): void {
    if (news.kind === 'sent') this.noteSent(news.sent.message.clientId, news.sent, news.profile);
    else if (news.kind === 'refused') this.ports.onRefused?.(news.refusal, news.profile);
    else void this.reload();
  }

  stop(): void {
    this.isStopped = true;
    this.endWaits();
    this.listeners.clear();
  }

  /** Changes the entry with this key, if it is decidable. */
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

  /** Reloads after a change of the store, here and in other tabs. */
  private async changed(): Promise<void> {
    await this.reload();
    this.ports.publish({ kind: 'changed' });
  }

  /** Releases entries held for credits or premium, in any tab, because the leader may be suspended. */
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

  /** Sends the next entry of each conversation that is neither sending nor waiting for its next try. */
  private pump(): void {
    for (const entry of nextOfEach(this.stored)) {
      const { conversation } = entry;
      const isFree = !this.underWay.has(conversation) && !this.waits.get(conversation)?.cancel;
      if (isFree && this.sends(entry) && !this.isStopped) void this.run(entry);
    }
  }

  /** True if this tab must send the entry. Other tabs do not know unstored ones. */
  private sends({ isUnsaved }: OutboxEntry): boolean {
    return this.isLeader || isUnsaved === true;
  }

  private async run(entry: OutboxEntry): Promise<void> {
    this.underWay.add(entry.conversation);
    // A failing store counts as no answer: the same key is tried again later.
    const { funds } = this;
    const isDecided = await this.sendOne(entry).catch(() => false);
    this.underWay.delete(entry.conversation);
    if (this.isStopped) return;
    if (!isDecided) this.pumpLater(entry.conversation);
    // The next try needs what this one stored, such as the id of the uploaded photo.
    await this.reload();
    // Credits that arrived during the request are not reported again.
    if (this.funds !== funds) await this.free();
  }

  private pumpLater(conversation: string): void {
    const { failures } = this.waits.get(conversation) ?? { failures: 0 };
    const wait: Wait = { failures: failures + 1 };
    this.waits.set(conversation, wait);
    wait.cancel = this.ports.schedule(() => {
      delete wait.cancel;
      this.pump();
    }, waitAfter(failures));
  }

  /** Sends one entry and stores the outcome. Returns false if it is undecided and must be tried again. */
  private async sendOne(shown: OutboxEntry): Promise<boolean> {
    const { isReachable, send, onRefused, newKey, store, publish } = this.ports;
    if (!isReachable()) return false;
    const entry = await this.claim(shown);
    if (!entry) return true;
    const result = await send(entry).catch((why: unknown) => (why instanceof SendEnded ? why : undefined));
    if (result instanceof SendEnded) return this.letGo(entry, result);
    if (this.isStopped) return true;
    if (!result || (!result.ok && TRIED_AGAIN.has(result.refusal.code))) return false;
    this.waits.delete(entry.conversation);
    if (result.ok) {
      // Add the message to the conversation before removing the entry, in every tab, so that its bubble never
      // disappears in between.
      this.noteSent(entry.clientId, result.value, entry.profile);
      publish({ kind: 'sent', sent: result.value, profile: entry.profile });
      await store.change(entry.order, () => null);
    } else {
      const { refusal } = result;
      const next = await store.change(entry.order, (stored) =>
        isStillTried(stored, entry) ? afterRefusal(stored, refusal, newKey) : undefined,
      );
      if (next?.refusal) {
        onRefused?.(next.refusal, next.profile);
        publish({ kind: 'refused', refusal: next.refusal, profile: next.profile });
      }
    }
    await this.changed();
    return true;
  }

  /** Ends a try without an answer: removes a cancelled entry, repeats a postponed one, and fails any other. */
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

  /** Marks the entry as tried. Undefined if it must not be sent: another tab changed it, or the session ended. */
  private async claim(shown: OutboxEntry): Promise<OutboxEntry | undefined> {
    const take = (entry: OutboxEntry) =>
      isStillTried(entry, shown) ? { ...entry, isTried: true } : undefined;
    // A full disk may refuse the mark. Sending is still right; the entry only looks editable a moment longer.
    const entry = await this.ports.store.change(shown.order, take).catch(() => shown);
    return this.isStopped ? undefined : entry;
  }
}
