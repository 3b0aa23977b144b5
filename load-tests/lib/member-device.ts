import { createClientIds } from './client-id.ts';
import { type Frame, jsonFrame, numberOf, stringOf } from './frames.ts';
import { type Dial, holdLine, type Line } from './member-line.ts';
import { MemberOutbox, NOT_NOW, type OutboxNotes, refusalIn } from './member-outbox.ts';
import { MemberReceipts } from './member-receipts.ts';
import type { ReceivedMessage, Tally } from './tally.ts';
import type { WorldFile } from './world-file.ts';

/** The environment a device runs in: k6 or a test. Times are in milliseconds, by one clock of all devices. */
export interface Surroundings {
  names: Pick<
    WorldFile['names'],
    | 'focusChanged'
    | 'messageSend'
    | 'messageCreated'
    | 'conversationRead'
    | 'conversationReceive'
    | 'conversationDelivered'
    | 'conversationType'
  >;
  gateways: number;
  clock(): number;
  later(act: () => void, ms: number): void;
  connect(member: MemberOfPair, gateway: number, ...ends: Parameters<Dial>): Line;
  /** The visible rows from `after + 1` to `after + limit`; undefined if the gateway cannot answer now. */
  fetchAfter(
    member: MemberOfPair,
    gateway: number,
    rows: { conversation: string; after: number; limit: number },
  ): Promise<{ messages: ReceivedMessage[]; lastSeq: number } | undefined>;
  /** Conversations with the peer in the member's list; undefined if the gateway cannot answer now. */
  list(member: MemberOfPair, gateway: number): Promise<readonly string[] | undefined>;
  note: Notes;
}

/** Events a device reports about itself. The tally gets the messages. */
export interface Notes extends OutboxNotes {
  /** Let in for the first time; `ms` since it asked. */
  entered(ms: number): void;
  /** Let in again after a cut. */
  returned(): void;
  /** All missed messages are fetched; `ms` since the cut. */
  resynced(ms: number): void;
  readAcked(ms: number): void;
  typingAcked(ms: number): void;
  receiptAcked(ms: number): void;
  /** A read mark, receipt, typing signal or focus change was refused with this code. */
  signalRefused(name: string, code: string): void;
  /** A later row arrived first; the device fetches the rows in between. */
  gap(): void;
  /** A message arrived that neither the member nor its peer wrote. */
  misrouted(): void;
  notLetIn(reason: string): void;
}

export interface MemberOfPair {
  id: string;
  /** The other one of the pair. */
  peer: string;
  /** Value of the Cookie header. */
  cookie: string;
  /** Index of the gateway that the member enters first. */
  gateway: number;
}

/** Wait before a device reconnects after a cut, random so that devices do not return at the same moment. */
const RETURN_MS = { least: 100, most: 2_000 };
/** Wait before a device repeats a request that the gateway could not answer. */
export const AGAIN_MS = 500;
/** Rows per request. */
const PAGE = 100;
/** The focus event of a page in front with no conversation open. */
const IN_FRONT = JSON.stringify({ focused: true, conversation: null });
const TEXT = 'See you at the little bridge at eight? I bring the umbrella.';

/** Called with the answer, as JSON. */
type OnAnswer = (json: string) => void;

const makeClientId = createClientIds();

/**
 * One member's device. It behaves like the web app, so a run measures what members would get.
 * - It sends messages through its outbox.
 * - After a cut it reconnects through another gateway and fetches missed messages.
 * - When a later row arrives first, it fetches the rows in between. A row missing from the answer is empty.
 * - Unlike the web app it sends nothing over HTTP while disconnected and ignores versions (`sync:ticked`,
 *   `sync:counted`), since rows carry their own number.
 */
export class MemberDevice {
  readonly #member: MemberOfPair;
  readonly #tally: Tally;
  readonly #around: Surroundings;
  /** The content of every message to the peer, as JSON without its first brace. */
  readonly #content: string;
  #line: Line;
  #isOpen = false;
  #isOver = false;
  #wasOpen = false;
  #gateway: number;
  #next = 0;
  #order = 0;
  #conversation: { id: string; seq: number } | undefined;
  /** The highest known row of each conversation. */
  readonly #highest = new Map<string, number>();
  readonly #waiting = new Map<number, OnAnswer>();
  readonly #outbox: MemberOutbox;
  readonly #receipts: MemberReceipts;
  /** Frames received so far. */
  #received = 0;
  #openSignals = 0;

  constructor(member: MemberOfPair, tally: Tally, around: Surroundings) {
    this.#member = member;
    this.#tally = tally;
    this.#around = around;
    this.#content = JSON.stringify({ profile: member.peer, text: TEXT, credits: 1 }).slice(1);
    this.#gateway = member.gateway;
    const { clock, later, note } = around;
    this.#outbox = new MemberOutbox(tally, {
      clock,
      later,
      note,
      isOpen: () => this.#isOpen,
      framesReceived: () => this.#received,
      send: (key, onAnswer) => this.#sendUnder(key, onAnswer),
      hangUp: () => this.#line.close(),
    });
    this.#receipts = new MemberReceipts({
      clock,
      later,
      isOpen: () => this.#isOpen,
      say: (conversation, seq, dueAt) => this.#sayReceived(conversation, seq, dueAt),
    });
    this.#line = this.#connect(around.clock());
  }

  /** Writes to the peer; `dueAt` is when the message was due, by `clock`. */
  send(dueAt: number): void {
    const clientId = makeClientId();
    this.#tally.sent(clientId, dueAt, this.#order++);
    this.#outbox.add(clientId);
  }

  #sendUnder(key: string, onAnswer: OnAnswer): () => void {
    const ack = this.#ask(this.#around.names.messageSend, `{"clientId":"${key}",${this.#content}`, onAnswer);
    return () => this.#waiting.delete(ack);
  }

  /** Moves the read mark to the newest received message. */
  read(dueAt: number): void {
    if (!this.#conversation) return;
    const { id: conversation, seq } = this.#conversation;
    this.#receipts.read(conversation, seq);
    this.#signal(this.#around.names.conversationRead, JSON.stringify({ conversation, seq }), () =>
      this.#around.note.readAcked(this.#around.clock() - dueAt),
    );
  }

  /** Sends a typing signal. */
  type(dueAt: number): void {
    this.#signal(this.#around.names.conversationType, JSON.stringify({ profile: this.#member.peer }), () =>
      this.#around.note.typingAcked(this.#around.clock() - dueAt),
    );
  }

  /**
   * Fetches missed messages, after a cut and from time to time, as the web app does. Lists conversations first if none
   * is known, since one may have begun meanwhile.
   */
  async fetch(): Promise<void> {
    if (this.#highest.size === 0) await this.#list();
    await Promise.all([...this.#highest].map(([id, seq]) => this.#fetchAfter(id, seq)));
  }

  /** Read marks, receipts and typing signals on this connection without an answer. */
  openSignals(): number {
    return this.#openSignals;
  }

  close(): void {
    this.#isOver = true;
    this.#outbox.stop();
    this.#line.close();
  }

  #sayReceived(conversation: string, seq: number, dueAt: number): void {
    const { names, note, clock } = this.#around;
    const receipt = { conversation, seq, by: this.#member.id, to: this.#member.peer };
    this.#tally.receipts.said(receipt);
    this.#signal(
      names.conversationReceive,
      JSON.stringify({ conversation, seq }),
      () => note.receiptAcked(clock() - dueAt),
      () => this.#tally.receipts.lost(this.#member.id),
    );
  }

  /** Sends a signal that may be lost: the device never repeats it. */
  #signal(name: string, json: string, onTaken = () => {}, onRefused = () => {}): void {
    if (!this.#isOpen) return;
    this.#openSignals += 1;
    this.#ask(name, json, (answer) => {
      this.#openSignals -= 1;
      const refusal = refusalIn(answer);
      if (refusal === undefined) return onTaken();
      this.#around.note.signalRefused(name, refusal);
      onRefused();
    });
  }

  /** Sends an event and returns its number. A cut discards its pending answer. */
  #ask(name: string, json: string, onAnswer: OnAnswer): number {
    const id = this.#next++;
    this.#waiting.set(id, onAnswer);
    this.#line.send(jsonFrame(id, name, json));
    return id;
  }

  #connect(since: number): Line {
    const { connect, clock, later } = this.#around;
    return holdLine((...ends) => connect(this.#member, this.#gateway, ...ends), {
      clock,
      later,
      onFrame: (frame) => this.#onFrame(frame, since),
      onCut: () => this.#onCut(),
    });
  }

  #onFrame(frame: Frame, since: number): void {
    this.#received += 1;
    if (frame.type === 'ack') this.#onAck(frame.id, frame.json);
    else if (frame.type === 'entered') this.#enter(since);
    else if (frame.type === 'refused') this.#turnedAway(frame.message);
    else if (frame.type === 'event') this.#onEvent(frame.name, frame.json);
  }

  #onEvent(name: string, json: string): void {
    const { names } = this.#around;
    if (name === names.messageCreated) this.#onMessageCreated(messageIn(json));
    else if (name === names.conversationDelivered)
      this.#tally.receipts.seen(this.#member.id, conversationIn(json), deliveredSeqIn(json));
  }

  /** Treats `UNAVAILABLE` on entering like a cut: the device reconnects by itself. */
  #turnedAway(reason: string): void {
    if (reason !== NOT_NOW) return this.#around.note.notLetIn(reason);
    this.#around.note.putOff(reason);
    this.#line.close();
  }

  /** If the number skips rows, fetches the missing ones. */
  #onMessageCreated(message: ReceivedMessage): void {
    if (!this.#isOurs(message)) return;
    const known = this.#highest.get(message.conversation);
    this.#conversation = { id: message.conversation, seq: message.seq };
    this.#note(message);
    this.#tally.event(this.#member.id, message);
    if (known === undefined || message.seq <= known + 1) return;
    this.#around.note.gap();
    void this.#fetchAfter(message.conversation, known);
  }

  /** Reports a message of a stranger as misrouted; its real receiver did not get it. */
  #isOurs({ sender }: ReceivedMessage): boolean {
    const { id, peer } = this.#member;
    if (sender === id || sender === peer) return true;
    this.#around.note.misrouted();
    return false;
  }

  #note({ conversation, seq, sender }: ReceivedMessage): void {
    this.#highest.set(conversation, Math.max(seq, this.#highest.get(conversation) ?? 0));
    if (sender !== this.#member.id) this.#receipts.came(conversation, seq);
  }

  #onAck(id: number, json: string): void {
    const onAnswer = this.#waiting.get(id);
    this.#waiting.delete(id);
    onAnswer?.(json);
  }

  #enter(since: number): void {
    const { note, clock } = this.#around;
    const isFirst = !this.#wasOpen;
    this.#isOpen = true;
    this.#wasOpen = true;
    if (!isFirst) this.#tally.reconnected(this.#member.id);
    this.#signal(this.#around.names.focusChanged, IN_FRONT);
    this.#outbox.wake();
    this.#receipts.entered();
    if (isFirst) return note.entered(clock() - since);
    note.returned();
    // Nothing throws here: messages that could not be fetched count as missing in the end and fail the run.
    void this.fetch().then(() => note.resynced(clock() - since));
  }

  #onCut(): void {
    if (this.#isOver) return;
    const { clock, gateways, later } = this.#around;
    this.#isOpen = false;
    this.#tally.receipts.lost(this.#member.id);
    this.#outbox.cut();
    this.#waiting.clear();
    this.#openSignals = 0;
    const since = clock();
    this.#gateway = (this.#gateway + 1) % gateways;
    later(
      () => {
        if (!this.#isOver) this.#line = this.#connect(since);
      },
      RETURN_MS.least + Math.random() * (RETURN_MS.most - RETURN_MS.least),
    );
  }

  async #list(): Promise<void> {
    const found = await this.#around.list(this.#member, this.#gateway);
    for (const id of found ?? []) if (!this.#highest.has(id)) this.#highest.set(id, 0);
    if (found || this.#isOver) return;
    await new Promise<void>((done) => this.#around.later(done, AGAIN_MS));
    await this.#list();
  }

  async #fetchAfter(conversation: string, after: number): Promise<void> {
    const rows = { conversation, after, limit: PAGE };
    const page = await this.#around.fetchAfter(this.#member, this.#gateway, rows);
    if (!page) {
      await new Promise<void>((done) => this.#around.later(done, AGAIN_MS));
      return this.#isOver ? undefined : this.#fetchAfter(conversation, after);
    }
    for (const message of page.messages) {
      if (!this.#isOurs(message)) continue;
      this.#note(message);
      this.#tally.fetched(this.#member.id, message);
    }
    const reached = Math.min(after + PAGE, page.lastSeq);
    const given = new Set(page.messages.map(({ seq }) => seq));
    for (let seq = after + 1; seq <= reached; seq += 1) {
      if (!given.has(seq)) this.#tally.empty(this.#member.id, { conversation, seq });
    }
    if (reached < page.lastSeq) await this.#fetchAfter(conversation, reached);
  }
}

const [conversationIn, seqIn] = [stringOf('conversation'), numberOf('seq')];
const [senderIn, clientIdIn] = [stringOf('sender'), stringOf('clientId')];
const deliveredSeqIn = numberOf('deliveredSeq');

/** These fields come before the text and its quotes, so the first match is the right one. */
function messageIn(json: string): ReceivedMessage {
  return {
    conversation: conversationIn(json),
    seq: seqIn(json),
    sender: senderIn(json),
    clientId: clientIdIn(json),
  };
}
