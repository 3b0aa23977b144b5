import { creditsChanged, messageCreated } from '@heartline/contracts';
import { creditsAfter, type LedgerRow, settleDebits, settlementId } from '../credits/index.ts';
import { isVisible, messageKey } from './conversation.repository.ts';
import { bumpInboxes, bumpOf, openInboxes } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { noteWaiting } from './operators/note-waiting.ts';
import { notePhotoSent } from './photo-hold.ts';
import { presentWithQuote } from './with-quotes.ts';

/**
 * Ends a hold by what stands in the conversation under its key; both chains agree whoever calls this, how often, and
 * while whatever else goes on:
 *
 *   a message row → debit, and the message is published again (the crash may have cut that off)
 *   a void row    → the credits go back
 *   neither       → a void row is put at the tail first, then decided by whatever row now stands under the key:
 *                   a sender that comes back later finds it and learns that this send expired
 */
export async function closeHold(context: MessagingContext, held: LedgerRow): Promise<'debit' | 'void'> {
  const reference = held.hold;
  if (!reference) throw new Error(`ledger row ${held._id} is not a hold`);
  const clientId = held.key.slice('hold:'.length);
  const placed = await context.conversations.append(
    reference.conversation,
    messageKey(held.owner, clientId),
    (tail) => ({
      row: {
        kind: 'void',
        open: tail?.open ?? true,
        sender: held.owner,
        recipient: reference.profile,
        text: '',
        at: context.clock.now(),
      },
    }),
  );
  if (placed.outcome === 'refused') throw new Error('placing a void row cannot be refused');
  const { row } = placed;
  if (isVisible(row)) {
    await settleDebits(context.mongo, [settlementId(held.owner, clientId)], context.clock.now());
    await notePhotoSent(context, row);
    const bump = bumpOf(row);
    await openInboxes(context.mongo, bump);
    await bumpInboxes(context.mongo, [bump]);
    await noteWaiting(context, row);
    // What a block ended meanwhile is not told any more.
    if (await context.safety.isBlocked(row.sender, row.recipient)) return 'debit';
    const message = await presentWithQuote(context, row);
    await context.publisher.durable(reference.profile, messageCreated, { message, profile: row.sender });
    await context.publisher.durable(row.sender, messageCreated, { message, profile: reference.profile });
    // Its job was lost with its settlement; asked for twice, it pushes once.
    context.followUp.notify.add({ recipient: row.recipient, conversation: row.owner, seq: row.n });
    return 'debit';
  }
  const back = await context.credits.voidHold(held, 'not_delivered');
  if (back) {
    await context.publisher.durable(held.owner, creditsChanged, {
      credits: creditsAfter(back),
      premium: back.premium,
    });
  }
  return 'void';
}
