/** A receipt of `by` for `to`: the conversation arrived up to `seq`. */
export interface Receipt {
  conversation: string;
  seq: number;
  by: string;
  to: string;
}

/**
 * Receipts that the other side has not seen yet. A cut of either side may lose a receipt for good; the next list
 * request makes up for it.
 */
export class ReceiptTally {
  /** Receipts so far. */
  count = 0;
  /** The highest receipt of each conversation, by its receiver. */
  readonly #unseen = new Map<string, Receipt>();

  said(receipt: Receipt): void {
    this.count += 1;
    this.#unseen.set(`${receipt.to}:${receipt.conversation}`, receipt);
  }

  /** `to` learned how far the other side has the conversation. */
  seen(to: string, conversation: string, seq: number): void {
    const name = `${to}:${conversation}`;
    const receipt = this.#unseen.get(name);
    if (receipt && receipt.seq <= seq) this.#unseen.delete(name);
  }

  /** The member was cut off, reconnected or refused. Receipts that it sent or should have got may be lost. */
  lost(member: string): void {
    for (const [name, { by, to }] of this.#unseen) {
      if (by === member || to === member) this.#unseen.delete(name);
    }
  }

  /** Conversations whose sender does not know how far they arrived. */
  unseen(): number {
    return this.#unseen.size;
  }
}
