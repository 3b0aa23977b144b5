import { ReceiptTally } from './receipt-tally.ts';

/** A message as its receivers hear it, as far as the tally looks. */
export interface ReceivedMessage {
  clientId: string;
  conversation: string;
  seq: number;
  sender: string;
}

/** What both ends of the sockets report, and a scenario turns into metrics. */
export interface Findings {
  /** `dueAt` is when the message was due, by the clock of the generator. */
  acked(ms: number, dueAt: number): void;
  refused(code: string): void;
  delivered(ms: number, dueAt: number): void;
  duplicate(): void;
  /** A row heard once more after a cut, which clients drop by its row. */
  reportedAgain(): void;
  outOfOrder(): void;
  /** Heard by the other side although its sender was told that it is not taken. */
  refusedAndReceived(): void;
}

interface SentMessage {
  /** When it was due, not when it left: a late generator or a full socket counts against the system. */
  dueAt: number;
  order: number;
  acked: boolean;
  delivered: boolean;
  /** The turn in which it was sent. */
  turn: number;
}

/** A message of which a receiver knows by asking alone. */
interface FoundMessage {
  clientId: string;
  receiver: string;
  sender: string;
  /** The turn in which it was sent. */
  turn: number;
}

/** One conversation as one receiver heard it. */
interface Place {
  /** The turn in which each row was last heard as an event; `FETCHED` when it was fetched, `EMPTY` when nothing was there. */
  rows: Map<number, number>;
  /** The newest message of the other side: its order, and the row where it stands. */
  newest: { order: number; seq: number };
}

/**
 * The messages between the members of one generator: who sent what when, and whether it arrived once and in order.
 * Knows no sockets, so that k6 and Node use the same. Of a message that was acknowledged and heard only its key is kept.
 */
export class Tally {
  /** Messages so far. */
  readonly counts = { sent: 0, acked: 0, delivered: 0, refused: 0 };
  readonly receipts = new ReceiptTally();
  readonly #findings: Findings;
  readonly #now: () => number;
  readonly #open = new Map<string, SentMessage>();
  readonly #places = new Map<string, Place>();
  /** Counts returns of members after cuts, and the turn in which each came back last. */
  #turn = FIRST_TURN;
  readonly #backSince = new Map<string, number>();
  /** Keys of messages that were sent again: each try may be told of. */
  readonly #again = new Set<string>();
  readonly #refused = new Set<string>();
  /** Keys of messages that were acknowledged and heard. */
  readonly #through = new Set<string>();
  /** By receiver, conversation and row. */
  readonly #found = new Map<string, FoundMessage>();

  constructor(findings: Findings, now: () => number) {
    this.#findings = findings;
    this.#now = now;
  }

  sent(clientId: string, dueAt: number, order: number): void {
    this.counts.sent += 1;
    this.#open.set(clientId, { dueAt, order, acked: false, delivered: false, turn: this.#turn });
  }

  /**
   * It was not answered, or put off, and is sent once more: stored at the first try or at a later one and told of by
   * each, so only its row keeps its place now.
   */
  sentAgain(clientId: string): void {
    this.#again.add(clientId);
  }

  /**
   * The answer to `clientId`: taken, or refused with this code. A second answer to the same message, sent again after a
   * cut, changes nothing.
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

  /** A message that came as an event; a member's own come back to it and count for the numbering alone. */
  event(receiver: string, message: ReceivedMessage): void {
    this.#received(receiver, message, this.#turn);
  }

  /** A message that was fetched: after a cut, or since a later one was heard first. */
  fetched(receiver: string, message: ReceivedMessage): void {
    if (!this.#place(receiver, message.conversation).rows.has(message.seq))
      this.#received(receiver, message, FETCHED);
  }

  /**
   * A row that was asked for and holds nothing to see: a send that was given up left its place behind. Clients step over
   * it, and drop what is told under its number later.
   */
  empty(receiver: string, { conversation, seq }: Pick<ReceivedMessage, 'conversation' | 'seq'>): void {
    const { rows } = this.#place(receiver, conversation);
    if (!rows.has(seq)) rows.set(seq, EMPTY);
  }

  /**
   * The member is back after a cut. What it heard before may be told to it again; and what it wrote before to anybody:
   * nobody knows whether a gateway that died had told it, so the sweep does.
   */
  reconnected(member: string): void {
    this.#turn += 1;
    this.#backSince.set(member, this.#turn);
    this.receipts.lost(member);
  }

  /** True once every message was acknowledged and heard. */
  isComplete(): boolean {
    return this.#open.size === 0;
  }

  /** Messages without acknowledgement or delivery. */
  missing(): number {
    return this.#open.size;
  }

  /** Conversations in which a receiver heard rows 5 and 7, and of 6 neither what it says nor that it is empty. */
  holes(): number {
    let count = 0;
    for (const { rows } of this.#places.values()) {
      const { lowest, highest } = edgesOf(rows);
      if (rows.size > 0 && highest - lowest + 1 !== rows.size) count += 1;
    }
    return count;
  }

  /**
   * Messages that a receiver had to fetch and that nobody told it of since. One that was sent before a cut of either side,
   * or sent again, is none: its event may be gone, or is told by who takes over.
   */
  fetchedOnly(): number {
    let count = 0;
    for (const { clientId, receiver, sender, turn } of this.#found.values()) {
      const mayBe =
        this.#again.has(clientId) || [receiver, sender].some((one) => this.#wasBackAfter(turn, one));
      if (!mayBe) count += 1;
    }
    return count;
  }

  #wasBackAfter(turn: number, member: string): boolean {
    return (this.#backSince.get(member) ?? FIRST_TURN) > turn;
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

  #received(receiver: string, message: ReceivedMessage, turn: number): void {
    const place = this.#place(receiver, message.conversation);
    const before = place.rows.get(message.seq);
    if (before === EMPTY) return;
    place.rows.set(message.seq, turn);
    const clientId = baseOf(message.clientId);
    if (before !== undefined) return this.#receivedAgain(receiver, message, before);
    if (message.sender === receiver) return;
    if (this.#refused.has(clientId)) return this.#findings.refusedAndReceived();
    const mine = this.#open.get(clientId);
    // The same message under another number: it was stored twice.
    if (mine?.delivered || this.#through.has(clientId)) return this.#findings.duplicate();
    if (!mine) return;
    mine.delivered = true;
    this.counts.delivered += 1;
    if (turn === FETCHED)
      this.#found.set(rowOf(receiver, message), {
        clientId,
        receiver,
        sender: message.sender,
        turn: mine.turn,
      });
    this.#findings.delivered(this.#now() - mine.dueAt, mine.dueAt);
    this.#order(
      place,
      { order: mine.order, seq: message.seq },
      this.#again.has(clientId) || turn === FETCHED,
    );
    if (mine.acked) this.#close(clientId);
  }

  #close(clientId: string): void {
    this.#open.delete(clientId);
    this.#through.add(clientId);
  }

  /** A known row comes as an event: the one it was fetched ahead of, one that a cut explains, or one too many. */
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

  /** Rows stand in the order of sending whatever happened; what was sent again or fetched may be heard after newer ones. */
  #order(place: Place, received: Place['newest'], mayComeLate: boolean): void {
    const isNewer = received.order > place.newest.order;
    const standsBehind = received.seq > place.newest.seq;
    if (isNewer !== standsBehind || !(isNewer || mayComeLate)) this.#findings.outOfOrder();
    if (isNewer) place.newest = received;
  }
}

/** Stands for the turn of a row that was fetched. */
const FETCHED = 0;
/** Stands for the turn of a row that was asked for and is empty. */
const EMPTY = -1;
const FIRST_TURN = 1;

const rowOf = (receiver: string, { conversation, seq }: ReceivedMessage) =>
  `${receiver}:${conversation}:${seq}`;

function edgesOf(rows: ReadonlyMap<number, number>): { lowest: number; highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const seq of rows.keys()) [lowest, highest] = [Math.min(lowest, seq), Math.max(highest, seq)];
  return { lowest, highest };
}

/** The key a message had first: `<key>.2` to `<key>.9` followed where it was given up. */
function baseOf(clientId: string): string {
  const end = clientId.indexOf('.');
  return end < 0 ? clientId : clientId.slice(0, end);
}
