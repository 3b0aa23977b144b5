/** The environment of a device's receipts. Times are in milliseconds. */
export interface ReceiptPorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  isOpen(): boolean;
  /** Sends that the conversation reached this device up to `seq`; `dueAt` is when that was due. */
  say(conversation: string, seq: number, dueAt: number): void;
}

/** Receipts of messages within this time go out together. */
export const GATHER_MS = 300;

/**
 * Sends the receipts that the peer sees as “delivered”, by the rule of `receipts/delivered.ts` in the web app. Every
 * 300 ms it sends the highest new row of each conversation. After a reconnect it repeats the unread ones.
 */
export class MemberReceipts {
  readonly #ports: ReceiptPorts;
  /** Highest rows by conversation: reported on this connection, waiting to be reported, and unread. */
  readonly #reported = new Map<string, number>();
  readonly #gathered = new Map<string, number>();
  readonly #unread = new Map<string, number>();
  #isDue = false;

  constructor(ports: ReceiptPorts) {
    this.#ports = ports;
  }

  /** A message of the peer arrived. */
  came(conversation: string, seq: number): void {
    raise(this.#unread, conversation, seq);
    this.#note(conversation, seq);
  }

  read(conversation: string, seq: number): void {
    if ((this.#unread.get(conversation) ?? 0) <= seq) this.#unread.delete(conversation);
  }

  /** The device is let in. */
  entered(): void {
    this.#reported.clear();
    for (const [conversation, seq] of this.#unread) this.#note(conversation, seq);
    if (this.#gathered.size > 0) this.#flushLater();
  }

  #note(conversation: string, seq: number): void {
    if (seq <= (this.#reported.get(conversation) ?? 0)) return;
    raise(this.#gathered, conversation, seq);
    this.#flushLater();
  }

  #flushLater(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const dueAt = this.#ports.clock() + GATHER_MS;
    this.#ports.later(() => this.#flush(dueAt), GATHER_MS);
  }

  /** Keeps the receipts until the next connection if there is none. */
  #flush(dueAt: number): void {
    this.#isDue = false;
    if (!this.#ports.isOpen()) return;
    for (const [conversation, seq] of this.#gathered) {
      this.#reported.set(conversation, seq);
      this.#ports.say(conversation, seq, dueAt);
    }
    this.#gathered.clear();
  }
}

function raise(rows: Map<string, number>, conversation: string, seq: number): void {
  rows.set(conversation, Math.max(seq, rows.get(conversation) ?? 0));
}
