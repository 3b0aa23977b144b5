/** What `by` said to `to`: the conversation reached it up to `seq`. */
export interface Receipt {
  conversation: string;
  seq: number;
  by: string;
  to: string;
}

/**
 * Receipts from when they are said until the other side hears of them. They are passing: of what a cut of either took
 * nobody hears again, and the next list says it.
 */
export class ReceiptTally {
  /** Receipts so far. */
  count = 0;
  /** The highest of each conversation, by who should hear of it. */
  readonly #unseen = new Map<string, Receipt>();

  said(receipt: Receipt): void {
    this.count += 1;
    this.#unseen.set(`${receipt.to}:${receipt.conversation}`, receipt);
  }

  /** `to` heard how far the other side has the conversation. */
  seen(to: string, conversation: string, seq: number): void {
    const name = `${to}:${conversation}`;
    const receipt = this.#unseen.get(name);
    if (receipt && receipt.seq <= seq) this.#unseen.delete(name);
  }

  /** The member was cut off or comes back, or was refused: what it said, or should have heard, may be gone. */
  lost(member: string): void {
    for (const [name, { by, to }] of this.#unseen) {
      if (by === member || to === member) this.#unseen.delete(name);
    }
  }

  /** Conversations of which a sender does not know how far they came. */
  unseen(): number {
    return this.#unseen.size;
  }
}
