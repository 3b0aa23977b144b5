import type { Message, Reaction, Receipts, Toggle } from '@heartline/contracts';

/** What of a conversation the signs beside words change. */
interface Seen {
  receipts: Receipts;
  seenSeq: number;
}

/** A message with one member's reaction as it is now; the same one when a newer is known, or nothing stands there. */
export function withReaction(message: Message, reaction: Reaction): Message {
  if (message.gone) return message;
  const others = message.reactions?.filter((one) => one.member !== reaction.member) ?? [];
  const known = message.reactions?.find((one) => one.member === reaction.member);
  if (known && known.rev >= reaction.rev) return message;
  const reactions = [...others, reaction].sort((a, b) => (a.member < b.member ? -1 : 1));
  return { ...message, reactions };
}

/** Of two states of a switch the one that was pressed last. */
export const newer = (one: Toggle, other: Toggle) => (other.rev > one.rev ? other : one);

/** Read receipts after one side switched, each side as it was switched last; the mark never goes back. */
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

/** How far the other side has seen the conversation, when it may be known: null while receipts are off. */
export function seenUpTo({ receipts, seenSeq }: Seen): number | null {
  return receipts.own.on && receipts.other.on ? seenSeq : null;
}

/** Read receipts as every conversation has them at first. */
export const RECEIPTS_OFF: Receipts = { own: { on: false, rev: 0 }, other: { on: false, rev: 0 } };
