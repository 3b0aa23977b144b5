import type { Message, Reaction, Receipts, Toggle } from '@heartline/contracts';

/** The fields of a conversation that receipts change. */
interface Seen {
  receipts: Receipts;
  seenSeq: number;
}

/**
 * A message with one member's current reaction. The same message when a newer reaction is known, or the row is gone.
 */
export function withReaction(message: Message, reaction: Reaction): Message {
  if (message.gone) return message;
  const others = message.reactions?.filter((one) => one.member !== reaction.member) ?? [];
  const known = message.reactions?.find((one) => one.member === reaction.member);
  if (known && known.rev >= reaction.rev) return message;
  const reactions = [...others, reaction].sort((a, b) => (a.member < b.member ? -1 : 1));
  return { ...message, reactions };
}

/** The later of two presses of a switch. */
export const newer = (one: Toggle, other: Toggle) => (other.rev > one.rev ? other : one);

/** Receipts after one side switched them. The later switch of each side counts; the mark never moves back. */
export function withReceipts<T extends Seen>(held: T, { receipts, seenSeq }: Seen): T {
  return {
    ...held,
    receipts: {
      own: newer(held.receipts.own, receipts.own),
      other: newer(held.receipts.other, receipts.other),
    },
    seenSeq: Math.max(held.seenSeq, seenSeq),
  };
}

/** The last row the other side has seen; null while receipts are off. */
export function seenUpTo({ receipts, seenSeq }: Seen): number | null {
  return receipts.own.on && receipts.other.on ? seenSeq : null;
}

/** Receipts of a new conversation. */
export const RECEIPTS_OFF: Receipts = { own: { on: false, rev: 0 }, other: { on: false, rev: 0 } };
