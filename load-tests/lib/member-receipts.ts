/** What the receipts of a device need of it. Times are in milliseconds. */
export interface ReceiptPorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  isOpen(): boolean;
  /** Says that the conversation reached this device up to `seq`; `dueAt` is when that was due. */
  say(conversation: string, seq: number, dueAt: number): void;
}

/** Messages that come together are answered together. */
export const GATHER_MS = 300;

/**
 * “Received”, by which the other side sees “delivered”, by the rule of the web app (`receipts/delivered.ts` there): of
 * what came within 300 ms the highest row of each conversation, and after each return once more what is unread.
 */
export class MemberReceipts {
  readonly #ports: ReceiptPorts;
  /** Highest rows: of what was said over this line, of what is to be said, and of what is unread. */
  readonly #reported = new Map<string, number>();
  readonly #gathered = new Map<string, number>();
  readonly #unread = new Map<string, number>();
  #isDue = false;

  constructor(ports: ReceiptPorts) {
    this.#ports = ports;
  }

  /** A message of the other side came. */
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

  /** Without a line, what was gathered waits for the next one. */
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
