import type { getMessagePrice as contract, ParsedOf } from '@heartline/contracts';
import { begunByOthers } from './begun-by-others.ts';
import { addPendingDecision } from './carry-out-pending.ts';
import { getMessagePrice } from './get-message-price.ts';
import type { MessagingContext } from './messaging-context.ts';
import { forgiveDecided } from './pending-return.repository.ts';
import { giveBack, recipientGone, returnAllTo } from './return-credits.ts';
import { sweptUntil } from './sweep-holds.ts';
import { unsendMessage } from './unsend-message.ts';

/** What is known before paying, and what comes back. */
export function createMoney(context: MessagingContext) {
  return {
    /** Takes back an own message nobody has read yet, with its credits. */
    unsendMessage: (member: string, message: { conversation: string; seq: number }) =>
      unsendMessage(context, member, message),
    /** Those of these conversations that somebody else than the member began. */
    begunByOthers: (member: string, conversations: readonly string[]) =>
      begunByOthers(context.conversations, member, conversations),
    /** What to know before writing to somebody. */
    getMessagePrice: (viewer: { member: string; site: string }, asked: ParsedOf<typeof contract>) =>
      getMessagePrice(context, viewer, asked),
    takesOpeners: async (member: string) =>
      (await context.profiles.profileOf(member))?.takesOpeners !== false,
    setOpeners: (member: string, takes: boolean) => context.profiles.setOpeners(member, takes),
    /** An account was deleted or closed: what never reached it is paid back, by the sweep. */
    recipientGone: (member: string, status: 'deleted' | 'disabled') => recipientGone(context, member, status),
    /** An operator lets a member in again: a decision that was cut off is not finished any more, nor all paid back. */
    forgiveDecided: (member: string) => forgiveDecided(context.mongo, member),
    /** An operator gives back what one message cost; false when there is nothing to give back. */
    giveBack: (member: string, clientId: string, reason: string) =>
      giveBack(context, member, clientId, reason),
    /** Until when the sweep has closed every hold; nothing before its first pass. */
    sweptUntil: () => sweptUntil(context),
    /** Before a decision about a member: what follows will be done, by the caller or by the sweep. */
    addPendingDecision: (what: Parameters<typeof addPendingDecision>[1]) => addPendingDecision(context, what),
    /** Everybody gets back what they paid for messages to this member; answers how many messages. */
    returnAllTo: (member: string, reason: string) => returnAllTo(context, member, reason),
  };
}
