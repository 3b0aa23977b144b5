import { ReceiptTally } from './receipt-tally.ts';

/** A message as its receivers get it: the fields that the tally needs. */
export interface ReceivedMessage {
  clientId: string;
  conversation: string;
  seq: number;
  sender: string;
}

/** Findings at both ends of the sockets. A scenario turns them into metrics. */
export interface Findings {
  /** `dueAt` is when the message was due, by the clock of the generator. */
  acked(ms: number, dueAt: number): void;
  refused(code: string): void;
  delivered(ms: number, dueAt: number): void;
  duplicate(): void;
  /** A row received again after a cut. Clients drop it by its number. */
  reportedAgain(): void;
  outOfOrder(): void;
  /** The other side received a message although its sender got a refusal. */
  refusedAndReceived(): void;
}

interface SentMessage {
  /** When it was due, not when it was sent: a late generator or a full socket counts against the system. */
  dueAt: number;
  order: number;
  acked: boolean;
  delivered: boolean;
  /** The epoch in which it was sent. */
  epoch: number;
}

/** A message that its receiver only knows from a fetch. */
interface FoundMessage {
  clientId: string;
  receiver: string;
  sender: string;
  /** The epoch in which it was sent. */
  epoch: number;
}

/** One conversation as one receiver sees it. */
interface Place {
  /** The epoch in which each row was last received as an event; `FETCHED` or `EMPTY` instead. */
  rows: Map<number, number>;
  /** The newest message of the peer: its order and its row. */
  newest: { order: number; seq: number };
}

/**
 * The messages between the members of one generator: whether each arrived once and in order. It knows no sockets, so k6
 * and Node both use it. It keeps only the key of an acknowledged and delivered message.
 */
export class Tally {
  /** Number of messages so far. */
  readonly counts = { sent: 0, acked: 0, delivered: 0, refused: 0 };
  readonly receipts = new ReceiptTally();
  readonly #findings: Findings;
  readonly #now: () => number;
  readonly #open = new Map<string, SentMessage>();
  readonly #places = new Map<string, Place>();
  /** The current epoch: it increases each time a member reconnects. */
  #epoch = FIRST_EPOCH;
  readonly #backSince = new Map<string, number>();
  /** Keys of resent messages: each try may lead to an event. */
  readonly #again = new Set<string>();
  readonly #refused = new Set<string>();
  /** Keys of acknowledged and delivered messages. */
  readonly #through = new Set<string>();
  /** By receiver, conversation and row. */
  readonly #found = new Map<string, FoundMessage>();

  constructor(findings: Findings, now: () => number) {
    this.#findings = findings;
    this.#now = now;
  }

  sent(clientId: string, dueAt: number, order: number): void {
    this.counts.sent += 1;
    this.#open.set(clientId, { dueAt, order, acked: false, delivered: false, epoch: this.#epoch });
  }

  /**
   * The message was not answered or was put off, and is sent again. Any try may be the stored one, and each may lead to
   * an event. From now on only its row shows its order.
   */
  sentAgain(clientId: string): void {
    this.#again.add(clientId);
  }

  /**
   * The answer to `clientId`: accepted, or refused with this code. A second answer, after a resend, changes nothing.
   */
  ack(clientId: string, refusal?: string): void {
    const message = this.#open.get(clientId);
    if (!message || message.acked) return;
    if (refusal !== undefined) {
      this.#open.delete(clientId);
      this.#refused.add(clientId);
      this.counts.refused += 1;
      if (message.delivered) this.#findings.refusedAndReceived();
      return this.#findings.refused(refusal);
    }
    message.acked = true;
    this.counts.acked += 1;
    this.#findings.acked(this.#now() - message.dueAt, message.dueAt);
    if (message.delivered) this.#close(clientId);
  }

  /** A message that arrived as an event. A member's own messages only count for the numbering. */
  event(receiver: string, message: ReceivedMessage): void {
    this.#received(receiver, message, this.#epoch);
  }

  /** A message that was fetched after a cut, or because a later one arrived first. */
  fetched(receiver: string, message: ReceivedMessage): void {
    if (!this.#place(receiver, message.conversation).rows.has(message.seq))
      this.#received(receiver, message, FETCHED);
  }

  /**
   * A requested row without a message: an expired send leaves its row empty. Clients skip it and drop a later event
   * with its number.
   */
  empty(receiver: string, { conversation, seq }: Pick<ReceivedMessage, 'conversation' | 'seq'>): void {
    const { rows } = this.#place(receiver, conversation);
    if (!rows.has(seq)) rows.set(seq, EMPTY);
  }

  /**
   * The member reconnected after a cut. Two kinds of events may repeat: those it received before, and those of its own
   * messages. The sweep sends the latter again, since a gateway that died may not have sent them.
   */
  reconnected(member: string): void {
    this.#epoch += 1;
    this.#backSince.set(member, this.#epoch);
    this.receipts.lost(member);
  }

  /** True once every message is acknowledged and delivered. */
  isComplete(): boolean {
    return this.#open.size === 0;
  }

  /** Messages without an acknowledgement or a delivery. */
  missing(): number {
    return this.#open.size;
  }

  /** Conversations with a hole: a receiver has rows 5 and 7, but for 6 neither a message nor that it is empty. */
  holes(): number {
    let count = 0;
    for (const { rows } of this.#places.values()) {
      const { lowest, highest } = edgesOf(rows);
      if (rows.size > 0 && highest - lowest + 1 !== rows.size) count += 1;
    }
    return count;
  }

  /**
   * Messages that a receiver fetched and never got as an event. Resent messages and those sent before a cut of either
   * side do not count: their event may be lost or still to come.
   */
  fetchedOnly(): number {
    let count = 0;
    for (const { clientId, receiver, sender, epoch } of this.#found.values()) {
      const mayBe =
        this.#again.has(clientId) || [receiver, sender].some((one) => this.#wasBackAfter(epoch, one));
      if (!mayBe) count += 1;
    }
    return count;
  }

  #wasBackAfter(epoch: number, member: string): boolean {
    return (this.#backSince.get(member) ?? FIRST_EPOCH) > epoch;
  }

  #place(receiver: string, conversation: string): Place {
    const name = `${receiver}:${conversation}`;
    let place = this.#places.get(name);
    if (!place) {
      place = { rows: new Map(), newest: { order: -1, seq: -1 } };
      this.#places.set(name, place);
    }
    return place;
  }

  #received(receiver: string, message: ReceivedMessage, epoch: number): void {
    const place = this.#place(receiver, message.conversation);
    const before = place.rows.get(message.seq);
    if (before === EMPTY) return;
    place.rows.set(message.seq, epoch);
    const clientId = baseOf(message.clientId);
    if (before !== undefined) return this.#receivedAgain(receiver, message, before);
    if (message.sender === receiver) return;
    if (this.#refused.has(clientId)) return this.#findings.refusedAndReceived();
    const mine = this.#open.get(clientId);
    // The same message under another number was stored twice.
    if (mine?.delivered || this.#through.has(clientId)) return this.#findings.duplicate();
    if (!mine) return;
    mine.delivered = true;
    this.counts.delivered += 1;
    if (epoch === FETCHED)
      this.#found.set(rowOf(receiver, message), {
        clientId,
        receiver,
        sender: message.sender,
        epoch: mine.epoch,
      });
    this.#findings.delivered(this.#now() - mine.dueAt, mine.dueAt);
    this.#order(
      place,
      { order: mine.order, seq: message.seq },
      this.#again.has(clientId) || epoch === FETCHED,
    );
    if (mine.acked) this.#close(clientId);
  }

  #close(clientId: string): void {
    this.#open.delete(clientId);
    this.#through.add(clientId);
  }

  /** A known row arrives as an event. It was fetched earlier, a cut explains it, or it is a duplicate. */
  #receivedAgain(receiver: string, message: ReceivedMessage, before: number): void {
    const { clientId, sender } = message;
    if (before === FETCHED) return void this.#found.delete(rowOf(receiver, message));
    const mayBe =
      this.#again.has(baseOf(clientId)) ||
      this.#wasBackAfter(before, receiver) ||
      this.#wasBackAfter(before, sender);
    if (mayBe) this.#findings.reportedAgain();
    else this.#findings.duplicate();
  }

  /** Rows always have the order of sending. Resent and fetched messages may arrive after newer ones. */
  #order(place: Place, received: Place['newest'], mayComeLate: boolean): void {
    const isNewer = received.order > place.newest.order;
    const standsBehind = received.seq > place.newest.seq;
    if (isNewer !== standsBehind || !(isNewer || mayComeLate)) this.#findings.outOfOrder();
    if (isNewer) place.newest = received;
  }
}

/** Epoch of a row that was fetched. */
const FETCHED = 0;
/** Epoch of a requested row that is empty. */
const EMPTY = -1;
const FIRST_EPOCH = 1;

const rowOf = (receiver: string, { conversation, seq }: ReceivedMessage) =>
  `${receiver}:${conversation}:${seq}`;

function edgesOf(rows: ReadonlyMap<number, number>): { lowest: number; highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const seq of rows.keys()) [lowest, highest] = [Math.min(lowest, seq), Math.max(highest, seq)];
  return { lowest, highest };
}

/** The first key of a message. After expiry `<key>.2` to `<key>.9` follow. */
function baseOf(clientId: string): string {
  const end = clientId.indexOf('.');
  return end < 0 ? clientId : clientId.slice(0, end);
}
