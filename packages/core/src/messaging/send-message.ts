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
 * Where a device that waits for no answer keeps its order: before the hold, since rules may have to look something up
 * for one message and know it for the next; and before anybody is told, since some rows have more to do than others.
 */
export interface SendQueues {
  toHold(conversation: string): Place;
  toPublish(conversation: string): Place;
}

/**
 * The paid send. Two inserts before the answer, both under the client's own key:
 *
 *   rules ─ refused ─→ was this key held before? no → the refusal leaves
 *     ↓                  yes → the message that stands; without one a void row and the credits back
 *   hold  (ledger row `hold:<clientId>`; credits and conversations decided here)
 *     ↓ crash here: a retry finds the hold and goes on; without one the sweep gives the credits back after 20 s
 *   message row (key `<sender>:<clientId>`) ─ conversation closed, or the rules 20 s old → a void row, the credits back
 *     ↓ crash here: a retry finds the row and gets the same answer; the sweep debits and publishes
 *   publish (devices here hear it at once, before it is counted) → answer → counted: enqueue settle and notify (gathered;
 *     lost ones are found by the sweep)
 *
 * A repetition under the same key walks the same steps and lands on the same answer, from any tab, device or gateway,
 * even with 0 credits left. The same key with another text is `KEY_REUSED` where its message stands; a key that was given
 * up is `SEND_EXPIRED`, and the outbox sends again under `<clientId>.2`. Messages of one gateway to one conversation stand and
 * are told in the order in which they came, where none of them is put off.
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
  if (reserved.held.hold?.hash !== hash) return ofOtherContent(context, sender, input, reserved.held);
  failpoint('send:after-hold');
  return store(context, sender, input, { ...reserved, begunAt, lines });
}

/** What a send has after step 1: its hold, and what its row will be. */
interface Reserved {
  conversation: string;
  held: LedgerRow;
  content: SendContent;
}

/** What goes on to step 2, and when this try of it began. */
interface Begun extends Reserved {
  begunAt: number;
  lines: SendQueues;
}

/** Step 1: rules on what is known, then the hold. A refusal leaves only after the key was looked up. */
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
    // What may not be sent by now is not, though its price is held: whom it is to may be gone.
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
  // Holds of one member are decided in the order in which they are asked for: nobody has to wait for this one's.
  place.leave();
  const held = await holding;
  return 'code' in held ? held : { conversation, held, content };
}

/** What is sent, with the refusal if there is one; a photo becomes this send's own only where nothing else refuses. */
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

/** How the recipient can be reached: whether anybody wrote yet, and what stands between the two. */
async function reachOf(context: MessagingContext, member: string, profile: string, conversation: string) {
  const [recipient, tail] = await Promise.all([
    context.profiles.statusOf(profile),
    beginningOf(context.conversations, conversation),
  ]);
  const started = isStarted(tail);
  return {
    started,
    // Who is invisible is reached by people in a conversation only, and nobody else is told of who is gone.
    recipient: (recipient?.invisible || recipient?.status !== 'active') && !started ? undefined : recipient,
    // A tail that is remembered as closed may have been opened again through another gateway.
    blocked:
      (tail?.open === false ? await closedTo(context, member, profile) : undefined) ??
      (await openersClosed(context, { member, profile, started, recipient })),
  };
}

/** Who takes no first messages is written to by people they like only; looked up only where it matters. */
async function openersClosed(
  context: MessagingContext,
  opener: { member: string; profile: string; started: boolean; recipient: ProfileStatus | undefined },
): Promise<Refusal | undefined> {
  const { member, profile, started, recipient } = opener;
  if (started || !recipient || recipient.takesOpeners) return undefined;
  if (await context.hasLiked(profile, member)) return undefined;
  return { code: 'OPENERS_CLOSED', values: { name: recipient.name } };
}

/** Why it may not be sent, by the rules or by what it answers; the latter is looked up only where there is a quote. */
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
      // After standing still for so long nobody knows whether the rules still hold.
      const isLate = context.clock.now() - begunAt > HOLD_AGE_MS;
      // Without what it is to carry, only a row that stands already can be the answer.
      if ((tail && !tail.open) || isLate || !content.carries) return { refused: 'closed' };
      // After a row that is seen, both sides know the conversation; after a void one perhaps not.
      isFirst = !tail || !isVisible(tail);
      const text = storedText(input.text, content.kind !== 'text');
      const sides = { sender: sender.member, recipient: input.profile };
      const answers = input.quote === undefined ? {} : { quote: input.quote };
      const { kind, carries } = content;
      return { row: { kind, open: true, ...sides, text, at: context.clock.now(), ...answers, ...carries } };
    },
  );
  if (appended.outcome === 'refused') {
    // Another try of this send may have found its place open since: then its message stands, and is the answer.
    if ((await closeHold(context, held)) === 'debit')
      return store(context, sender, input, { conversation, held, content, begunAt, lines });
    return givenUp(context, sender, input);
  }
  const { row, outcome } = appended;
  if (!isVisible(row)) {
    // Whoever gave the place up may have died behind it, and the sweep be past a hold that was late.
    await giveHeldBack(context, held);
    return givenUp(context, sender, input);
  }
  failpoint('send:after-message');
  // Rows of one conversation come here in their order, as long as nothing is waited for in between.
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

/** Steps 3 and 4: everybody hears of the row, the sender by the answer too. */
async function publish(
  context: MessagingContext,
  { row, held, isFirst, stoodAlready }: Stored,
  place: Place,
): Promise<Result<SendOutput>> {
  await notePhotoSent(context, row);
  const message = row.quote === undefined ? presentMessage(row) : await presentWithQuote(context, row);
  const balance = balanceAfter(held);
  // Who was erased since the first try has no lists any more, and nothing is kept for them.
  if (stoodAlready && !(await context.profiles.statusOf(row.recipient))) return ok({ message, balance });
  if (isFirst || stoodAlready) await openInboxes(context.mongo, [bumpOf(row)]);
  const hasWaited = stoodAlready || isFirst || row.photo !== undefined || row.quote !== undefined;
  await place.ahead;
  const now = hasWaited ? await asItIsNow(context, row, message) : { message, theirs: message, isOpen: true };
  if (now.isOpen) void announce(context, row, now, held);
  return ok({ message: now.message, balance });
}

/** A message as its sender and as its recipient are told of it. */
interface Published {
  message: Message;
  theirs: Message;
}

/**
 * How a message is told after something was waited for, as in every repetition: not at all after a block that ended its
 * conversation, and without its words once they were taken back. `theirs` is what the other side sees of it.
 */
async function asItIsNow(
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
 * The key was held for other words. Where those stand, it is used up; else their place is given up, so that they arrive no
 * more beside the new ones, and nothing is called sent that was not.
 */
async function ofOtherContent(
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

/** The answer of a send whose place was given up: the block that did it, or that it came too late. */
async function givenUp(
  context: MessagingContext,
  sender: Sender,
  input: SendInput,
): Promise<Result<SendOutput>> {
  const blocked = await closedTo(context, sender.member, input.profile);
  return blocked ? { ok: false, refusal: blocked } : refuse('SEND_EXPIRED');
}

/**
 * Tells both sides, then puts the follow-up work on the queues. In this order: a message whose publish or count was cut off
 * has no settle job yet, so the sweep finds it and tells of it again.
 */
async function announce(
  context: MessagingContext,
  row: VisibleRow,
  { message, theirs }: Published,
  held: LedgerRow,
): Promise<void> {
  failpoint('send:before-publish');
  const [isNoted] = await Promise.all([
    // A desk does not wait until devices that heard it are told the number.
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
