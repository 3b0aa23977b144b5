import type { getMessagePrice as contract, ParsedOf } from '@heartline/contracts';
import { begunByOthers } from './begun-by-others.ts';
import { addPendingDecision } from './carry-out-pending.ts';
import { getMessagePrice } from './get-message-price.ts';
import type { MessagingContext } from './messaging-context.ts';
import { forgiveDecided } from './pending-return.repository.ts';
import { giveBack, recipientGone, returnAllTo } from './return-credits.ts';
import { sweptUntil } from './sweep-holds.ts';
import { unsendMessage } from './unsend-message.ts';

/** Prices before paying, and returns of credits. */
export function createMoney(context: MessagingContext) {
  return {
    /** Takes back the member's own message while it is unread, and returns its credits. */
    unsendMessage: (member: string, message: { conversation: string; seq: number }) =>
      unsendMessage(context, member, message),
    /** Those of these conversations that another person than the member began. */
    begunByOthers: (member: string, conversations: readonly string[]) =>
      begunByOthers(context.conversations, member, conversations),
    /** Facts before writing to a member. */
    getMessagePrice: (viewer: { member: string; site: string }, asked: ParsedOf<typeof contract>) =>
      getMessagePrice(context, viewer, asked),
    takesOpeners: async (member: string) =>
      (await context.profiles.profileOf(member))?.takesOpeners !== false,
    setOpeners: (member: string, takes: boolean) => context.profiles.setOpeners(member, takes),
    /**
     * After a deletion or closing of an account: the sweep returns the credits of messages that never reached
     * it.
     */
    recipientGone: (member: string, status: 'deleted' | 'disabled') => recipientGone(context, member, status),
    /** An operator lets a member in again: cancels an unfinished decision and its returns. */
    forgiveDecided: (member: string) => forgiveDecided(context.mongo, member),
    /** An operator returns the credits of one message; false if there is nothing to return. */
    giveBack: (member: string, clientId: string, reason: string) =>
      giveBack(context, member, clientId, reason),
    /** The time up to which the sweep has closed every hold; undefined before its first pass. */
    sweptUntil: () => sweptUntil(context),
    /** Before a decision about a member: stores the pending task for the caller or the sweep. */
    addPendingDecision: (what: Parameters<typeof addPendingDecision>[1]) => addPendingDecision(context, what),
    /** Returns all credits paid for messages to this member; returns the number of messages. */
    returnAllTo: (member: string, reason: string) => returnAllTo(context, member, reason),
  };
}
