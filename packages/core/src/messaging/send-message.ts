import {
  type Message,
  messageCreated,
  ok,
  type Refusal,
  type Result,
  refuse,
  type SendInput,
  type SendOutput,
} from '@heartline/contracts';
import { maySend, normaliseText, storedText } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { balanceAfter, type LedgerRow } from '../credits/index.ts';
import type { ProfileStatus } from '../profiles/index.ts';
import { closeHold, giveHeldBack, HOLD_AGE_MS, sendOf } from './close-hold.ts';
import { closedTo } from './closed-to.ts';
import { beginningOf, isStarted, isVisible, messageKey, type VisibleRow } from './conversation.repository.ts';
import { bodyHash, conversationOf } from './conversation-id.ts';
import { confirmFictional } from './fictional-consent.ts';
import { bumpOf, openInboxes } from './inbox.repository.ts';
import type { Place } from './keyed-queue.ts';
import type { MessagingContext } from './messaging-context.ts';
import { noteWaiting } from './operators/note-waiting.ts';
import { notePhotoSent } from './photo-hold.ts';
import { presentMessage } from './present-message.ts';
import { isQuotable } from './quotable.ts';
import { claimContent, contentOf, HOLD_REASON, type SendContent } from './send-content.ts';
import { asSeenBy, presentWithQuote, readRows } from './with-quotes.ts';

export interface Sender {
  member: string;
  site: string;
}

/**
 * Queues that keep the order of a device that does not wait for answers.
 *
 * - Before the hold: rules may look something up for one message and already know it for the next.
 * - Before publishing: some rows need more steps than others.
 */
export interface SendQueues {
  toHold(conversation: string): Place;
  toPublish(conversation: string): Place;
}

/**
 * The paid send. Two inserts before the answer, both under the client's own key:
 *
 *     rules ─ refused ─→ was this key held before? ─ no → the refusal is returned
 *       │                  yes → the stored message; without one a void row, credits returned
 *       ↓
 *     hold (ledger row `hold:<clientId>`; credits and conversations decided here)
 *       ↓ crash here: a retry finds the hold and continues;
 *       │   without a retry the sweep returns the credits after 20 s
 *     message row (key `<sender>:<clientId>`)
 *       │   ─ conversation closed, or rules checked over 20 s ago → void row, credits returned
 *       ↓ crash here: a retry finds the row and gets the same answer;
 *       │   the sweep debits and publishes
 *     publish (local devices get it at once, before it is counted) → answer
 *       → counted: enqueue settle and notify (batched; the sweep finds lost ones)
 *
 * - A retry under the same key repeats the steps and gets the same answer, from any tab, device or gateway,
 *   even with 0 credits left.
 * - The same key with other text is `KEY_REUSED` if its message is stored.
 * - An abandoned key is `SEND_EXPIRED`; the outbox sends again under `<clientId>.2`.
 * - Messages of one gateway to one conversation are stored and published in the order of arrival, unless one
 *   of them is delayed.
 *
 * Rows S5-028, S8-015.
 */
export async function sendMessage(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
  lines: SendQueues,
): Promise<Result<SendOutput>> {
  const conversation = conversationOf(sender.member, input.profile);
  const hash = bodyHash(conversation, normaliseText(input.text), input);
  const begunAt = context.clock.now();
  failpoint('send:before-hold');
  const place = lines.toHold(conversation);
  const reserved = await reserve(context, sender, input, { conversation, hash, place }).finally(place.leave);
  if ('code' in reserved) return { ok: false, refusal: reserved };
  if (reserved.held.hold?.hash !== hash) return refuseOtherContent(context, sender, input, reserved.held);
  failpoint('send:after-hold');
  return store(context, sender, input, { ...reserved, begunAt, lines });
}

/** A send after step 1: its hold, and the content of its row. */
interface Reserved {
  conversation: string;
  held: LedgerRow;
  content: SendContent;
}

/** Input of step 2, with the start time of this attempt. */
interface Begun extends Reserved {
  begunAt: number;
  lines: SendQueues;
}

/** Step 1: checks the rules, then makes the hold. A refusal is returned only after looking up the key. */
async function reserve(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
  { conversation, hash, place }: { conversation: string; hash: string; place: Place },
): Promise<Reserved | Refusal> {
  const [{ settings }, { recipient, blocked, started }] = await Promise.all([
    context.site.settingsOf(sender.site),
    reachOf(context, sender.member, input.profile, conversation),
  ]);
  const recipientStatus = { settings, recipient: recipient ?? { fictional: false } };
  const priced = await contentOf(context, sender.site, input, recipientStatus);
  const allowed = maySend({
    sender,
    recipientId: input.profile,
    recipient,
    blocked,
    text: input.text,
    price: priced.price,
    wordless: priced.kind !== 'text',
    credits: input.credits,
    fictionalConfirmed: await confirmFictional(context, sender.member, input, recipient?.fictional ?? false),
    settings,
  });
  const content = await rule(context, { sender, input, conversation }, priced, allowed);
  if (!allowed.ok || !recipient || content.refusal) {
    const held = await context.credits.findHold(sender.member, input.clientId);
    // The credits are held, but the rules now refuse, for example because the recipient is gone: clear the
    // content so that no row is written.
    return held
      ? { conversation, held, content: { ...content, carries: undefined } }
      : (content.refusal ?? { code: 'NOT_FOUND' });
  }
  await place.ahead;
  const holding = context.credits.hold({
    member: sender.member,
    clientId: input.clientId,
    conversation,
    profile: { id: input.profile, name: recipient.name },
    hash,
    credits: allowed.value.price,
    reason: HOLD_REASON[content.kind],
    starts: started || recipient.fictional ? undefined : conversation,
    freeConversations: settings.free_conversations,
    at: context.clock.now(),
  });
  // Holds of one member are decided in the order of the calls: the next one need not wait for this hold to
  // finish.
  place.leave();
  const held = await holding;
  return 'code' in held ? held : { conversation, held, content };
}

/** The content to send, or the refusal. Claims a photo only if nothing else refuses. */
async function rule(
  context: MessagingContext,
  { sender, input, conversation }: { sender: Sender; input: SendInput; conversation: string },
  priced: SendContent,
  allowed: Result<unknown>,
): Promise<SendContent> {
  const refusal = priced.refusal ?? (await refusalOf(context, sender, input, allowed));
  if (refusal) return { ...priced, refusal };
  return claimContent(context, { member: sender.member, conversation }, input, priced);
}

/** Reachability of the recipient: whether the conversation has started, and a block between the two. */
async function reachOf(context: MessagingContext, member: string, profile: string, conversation: string) {
  const [recipient, tail] = await Promise.all([
    context.profiles.statusOf(profile),
    beginningOf(context.conversations, conversation),
  ]);
  const started = isStarted(tail);
  return {
    started,
    // An invisible member can be reached only in existing conversations. Other senders must not learn who is
    // gone.
    recipient: (recipient?.invisible || recipient?.status !== 'active') && !started ? undefined : recipient,
    // A cached tail that is closed may be stale: another gateway may have reopened it.
    blocked:
      (tail?.open === false ? await closedTo(context, member, profile) : undefined) ??
      (await openersClosed(context, { member, profile, started, recipient })),
  };
}

/** A member who takes no first messages gets them only from people they like; looked up only if needed. */
async function openersClosed(
  context: MessagingContext,
  opener: { member: string; profile: string; started: boolean; recipient: ProfileStatus | undefined },
): Promise<Refusal | undefined> {
  const { member, profile, started, recipient } = opener;
  if (started || !recipient || recipient.takesOpeners) return undefined;
  if (await context.hasLiked(profile, member)) return undefined;
  return { code: 'OPENERS_CLOSED', values: { name: recipient.name } };
}

/** The refusal by the rules or by the quoted row; the latter is looked up only if there is a quote. */
async function refusalOf(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
  allowed: Result<unknown>,
): Promise<Refusal | undefined> {
  if (!allowed.ok) return allowed.refusal;
  if (input.quote === undefined || (await isQuotable(context, sender, input.profile, input.quote)))
    return undefined;
  return { code: 'QUOTE_GONE' };
}

/** Step 2: the message row. */
async function store(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
  { conversation, held, content, begunAt, lines }: Begun,
): Promise<Result<SendOutput>> {
  let isFirst = true;
  const appended = await context.conversations.append<'closed'>(
    conversation,
    messageKey(sender.member, input.clientId),
    (tail) => {
      // After such a long pause the rules may no longer hold.
      const isLate = context.clock.now() - begunAt > HOLD_AGE_MS;
      // Without content, only an existing row can be the answer.
      if ((tail && !tail.open) || isLate || !content.carries) return { refused: 'closed' };
      // After a visible row both sides have the conversation in their lists; after a void one perhaps not.
      isFirst = !tail || !isVisible(tail);
      const text = storedText(input.text, content.kind !== 'text');
      const sides = { sender: sender.member, recipient: input.profile };
      const answers = input.quote === undefined ? {} : { quote: input.quote };
      const { kind, carries } = content;
      return { row: { kind, open: true, ...sides, text, at: context.clock.now(), ...answers, ...carries } };
    },
  );
  if (appended.outcome === 'refused') {
    // Another attempt of this send may have stored its message since: then that message is the answer.
    if ((await closeHold(context, held)) === 'debit')
      return store(context, sender, input, { conversation, held, content, begunAt, lines });
    return givenUp(context, sender, input);
  }
  const { row, outcome } = appended;
  if (!isVisible(row)) {
    // The process that voided the place may have died before the return, and the sweep may have passed a late
    // hold.
    await giveHeldBack(context, held);
    return givenUp(context, sender, input);
  }
  failpoint('send:after-message');
  // Rows of one conversation arrive here in order, as long as there is no await in between.
  const place = lines.toPublish(conversation);
  return publish(context, { row, held, isFirst, stoodAlready: outcome === 'found' }, place).finally(
    place.leave,
  );
}

interface Stored {
  row: VisibleRow;
  held: LedgerRow;
  isFirst: boolean;
  stoodAlready: boolean;
}

/** Steps 3 and 4: publishes the row to everyone; the sender gets it in the answer too. */
async function publish(
  context: MessagingContext,
  { row, held, isFirst, stoodAlready }: Stored,
  place: Place,
): Promise<Result<SendOutput>> {
  await notePhotoSent(context, row);
  const message = row.quote === undefined ? presentMessage(row) : await presentWithQuote(context, row);
  const balance = balanceAfter(held);
  // If the recipient was erased since the first attempt, they have no lists and nothing is stored for them.
  if (stoodAlready && !(await context.profiles.statusOf(row.recipient))) return ok({ message, balance });
  if (isFirst || stoodAlready) await openInboxes(context.mongo, [bumpOf(row)]);
  const hasWaited = stoodAlready || isFirst || row.photo !== undefined || row.quote !== undefined;
  await place.ahead;
  const now = hasWaited
    ? await currentVersionOf(context, row, message)
    : { message, theirs: message, isOpen: true };
  if (now.isOpen) void announce(context, row, now, held);
  return ok({ message: now.message, balance });
}

/** A message in the versions for its sender and its recipient. */
interface Published {
  message: Message;
  theirs: Message;
}

/**
 * The current form of a message to publish after a wait, as in every repeat. Undefined after a block that
 * ended its conversation, and without its text after it was taken back. `theirs` is the version for the other
 * side.
 */
async function currentVersionOf(
  context: MessagingContext,
  row: VisibleRow,
  message: Message,
): Promise<Published & { isOpen: boolean }> {
  const [tail, rows] = await Promise.all([
    context.conversations.freshTail(row.owner),
    readRows(context, [row._id]),
  ]);
  const gone = rows.find((now) => now.gone !== undefined);
  const now = gone && isVisible(gone) ? presentMessage(gone) : message;
  return { message: now, theirs: await asSeenBy(context, row.recipient, now), isOpen: tail?.open !== false };
}

/**
 * The key was held for other content. If that content is stored, the key is used up. Otherwise its place
 * becomes void, so that it cannot arrive later beside the new content or count as sent.
 */
async function refuseOtherContent(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
  held: LedgerRow,
): Promise<Result<SendOutput>> {
  const { names } = sendOf(held);
  const row = await context.conversations.find(names.owner, names.key);
  const stands = (row && isVisible(row)) || (await closeHold(context, held)) === 'debit';
  return stands ? refuse('KEY_REUSED') : givenUp(context, sender, input);
}

/** The answer of an abandoned send: the block that caused it, or `SEND_EXPIRED`. */
async function givenUp(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
): Promise<Result<SendOutput>> {
  const blocked = await closedTo(context, sender.member, input.profile);
  return blocked ? { ok: false, refusal: blocked } : refuse('SEND_EXPIRED');
}

/**
 * Publishes to both sides, then enqueues the follow-up work. A message whose publish was cut off has no
 * settle job yet, so the sweep finds it and publishes it again.
 */
async function announce(
  context: MessagingContext,
  row: VisibleRow,
  { message, theirs }: Published,
  held: LedgerRow,
): Promise<void> {
  failpoint('send:before-publish');
  const [isNoted] = await Promise.all([
    // Note it for operators without waiting until local devices get the event number.
    noteWaiting(context, row),
    context.publisher.durable(row.recipient, messageCreated, { message: theirs, profile: row.sender }),
    context.publisher.durable(row.sender, messageCreated, {
      message,
      profile: row.recipient,
      balance: balanceAfter(held),
    }),
  ]);
  const { sender: member, owner: conversation, n: seq } = row;
  const settle = { member, clientId: message.clientId, conversation, seq };
  context.followUp.add({ row, ...(isNoted && { settle }) });
}
