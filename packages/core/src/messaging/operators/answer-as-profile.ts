import {
  type Message,
  messageCreated,
  ok,
  type ParsedOf,
  type postAnswer,
  queueChanged,
  type Result,
  refuse,
} from '@heartline/contracts';
import { cleanText, messageText } from '@heartline/domain';
import { eachAlone, failpoint, insertOnce } from '@heartline/platform';
import { everyPart } from '../../every-part.ts';
import { isVisible, messageKey, type VisibleRow } from '../conversation.repository.ts';
import { bumpInboxes, bumpOf, openInboxes } from '../inbox.repository.ts';
import { markRead } from '../move-marks.ts';
import { presentWithQuote, readRows } from '../with-quotes.ts';
import { areBothHere, isClosed, noteAnswered, noteChanged } from './note-waiting.ts';
import { conversationFor, type InboxOperator, type OperatorInboxContext } from './operator-inbox-context.ts';
import type { Held, QueueDoc } from './queue.repository.ts';

type Input = ParsedOf<typeof postAnswer>;
type Answer = Result<{ message: Message }>;

/**
 * Answers a member as a fictional profile, free of charge, as one row of the same conversation:
 *
 *     was this key answered before? ─ yes → that answer
 *       ↓ no
 *     claim: this lease is running, no other answer in progress,
 *       │    nothing taken back that the operator has not seen
 *       │    ─ no → LEASE_LOST, NOT_WAITING or MESSAGE_GONE, nothing written
 *       ↓ crash here: a retry continues; otherwise the next operator to take
 *       │    the conversation, or the sweep, puts a void row under the key
 *     message row (key `<profile>:<clientId>`) ─ void row exists → SEND_EXPIRED
 *       ↓ crash here: a retry, the next operator or the sweep finds the row
 *       │    and does the rest
 *     log, marks, queue, publish, notify → claim ended → answer
 *
 * A repeat with the same key ends at the same row.
 */
export async function answerAsProfile(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  input: Input,
): Promise<Answer> {
  const { conversation } = input;
  const doc = await conversationFor(context, inboxOperator, conversation);
  // The conversation of an erased member has no queue row.
  if (!doc) return refuse('RECIPIENT_GONE', { values: { name: '' } });
  const existing = await context.conversations.find(conversation, messageKey(doc.profile, input.clientId));
  if (existing && isVisible(existing)) return repeated(context, doc, existing, input);
  if (existing) return refuse('SEND_EXPIRED');
  const allowed = await mayAnswer(context, doc, input.text);
  if (!allowed.ok) return allowed;
  failpoint('answer:before-claim');
  const held = { conversation, operator: inboxOperator.operator, number: input.number };
  const answering = { key: input.clientId, takenBack: input.takenBack };
  const claimed = await context.operatorQueue.claim(held, answering, context.clock.now());
  if (!claimed) return notBegun(context, held, input.takenBack);
  failpoint('answer:after-claim');
  return store(context, claimed, inboxOperator.operator, { ...input, text: allowed.value });
}

/**
 * Why an answer could not begin: the lease has ended, or a message that the operator still saw was taken
 * back.
 */
async function notBegun(
  context: OperatorInboxContext,
  { conversation, operator, number }: Held,
  takenBack: number | undefined,
): Promise<ReturnType<typeof refuse>> {
  const doc = await context.operatorQueue.find(conversation);
  if (doc?.number !== number) return refuse('LEASE_LOST');
  if (doc.lease === null && !doc.waiting) {
    return (await isClosed(context, conversation)) ? recipientGone(context, doc) : refuse('NOT_WAITING');
  }
  const isHeld = doc.lease?.operator === operator;
  const isSeen = takenBack === undefined || takenBack === (doc.takenBack ?? 0);
  return refuse(isHeld && !isSeen ? 'MESSAGE_GONE' : 'LEASE_LOST');
}

/** A repeat with the same key: returns the first answer, and finishes what was cut off. */
async function repeated(
  context: OperatorInboxContext,
  doc: QueueDoc,
  row: VisibleRow,
  input: Input,
): Promise<Answer> {
  // Rows of an earlier version contain characters that are removed today.
  if (!row.gone && cleanText(row.text) !== cleanText(input.text)) return refuse('KEY_REUSED');
  if (doc.claim?.key === input.clientId) await complete(context, doc, row, doc.claim);
  return ok({ message: await presentWithQuote(context, row) });
}

async function mayAnswer(
  context: OperatorInboxContext,
  doc: QueueDoc,
  text: string,
): Promise<Result<string>> {
  if (!(await areBothHere(context, doc))) return recipientGone(context, doc);
  const { settings } = await context.site.settingsOf(doc.site);
  return messageText(text, settings.message_length);
}

/** The refusal of an answer that can no longer reach the member. */
export async function recipientGone(
  { profiles }: OperatorInboxContext,
  { member }: QueueDoc,
): Promise<ReturnType<typeof refuse>> {
  return refuse('RECIPIENT_GONE', { values: { name: (await profiles.statusOf(member))?.name ?? '' } });
}

async function store(
  context: OperatorInboxContext,
  doc: QueueDoc,
  operator: string,
  { clientId, text, upTo }: Pick<Input, 'clientId' | 'text' | 'upTo'>,
): Promise<Answer> {
  const appended = await context.conversations.append<'closed'>(
    doc._id,
    messageKey(doc.profile, clientId),
    (tail) => {
      if (tail && !tail.open) return { refused: 'closed' };
      const sides = { sender: doc.profile, recipient: doc.member };
      // The member wrote more since the operator loaded the conversation.
      const isBehind = tail !== undefined && upTo !== undefined && upTo < tail.n;
      const answered = isBehind ? { answersUpTo: upTo } : {};
      return { row: { kind: 'text', open: true, ...sides, ...answered, text, at: context.clock.now() } };
    },
  );
  if (appended.outcome === 'refused') {
    await context.operatorQueue.endClaim(doc._id, clientId);
    await noteChanged(context, doc._id);
    return recipientGone(context, doc);
  }
  const { row } = appended;
  if (!isVisible(row)) {
    await context.operatorQueue.endClaim(doc._id, clientId);
    return refuse('SEND_EXPIRED');
  }
  failpoint('answer:after-message');
  await complete(context, doc, row, { key: clientId, operator });
  return ok({ message: await presentWithQuote(context, row) });
}

/** All steps after an answer. Safe to repeat; ends the claim last, because the claim causes the repeat. */
async function complete(
  context: OperatorInboxContext,
  doc: QueueDoc,
  row: VisibleRow,
  claim: { key: string; operator: string },
): Promise<void> {
  const { site, profile } = doc;
  const { _id, owner: conversation, n: seq, at } = row;
  const { operator } = claim;
  await insertOnce(context.collections.answers, { _id, operator, site, profile, conversation, seq, at });
  const bumps = [bumpOf(row)];
  await openInboxes(context.mongo, bumps);
  await bumpInboxes(context.mongo, bumps);
  const waiting = await noteAnswered(context, row);
  const message = await presentWithQuote(context, row);
  const published = context.publisher.durable(row.recipient, messageCreated, { message, profile });
  context.publisher.operators(site, queueChanged, {
    conversation: row.owner,
    lastSeq: row.n,
    waiting,
  });
  await published;
  await markRead(context, profile, row.owner, row.answersUpTo ?? row.n);
  // If no queue takes the push question, the sweep asks it: a claim that stays would block the next answer.
  if (!(await context.followUp.ask([row])))
    await context.collections.answers.updateOne({ _id }, { $set: { unasked: true } });
  await context.operatorQueue.endClaim(row.owner, claim.key);
}

/**
 * Ends an abandoned answer. Completes it if its row exists; otherwise a void row takes the place, so that a
 * late attempt finds it and does not send.
 */
export async function finishClaim(context: OperatorInboxContext, doc: QueueDoc): Promise<void> {
  const { claim } = doc;
  if (!claim) return;
  const placed = await context.conversations.append(doc._id, messageKey(doc.profile, claim.key), (tail) => ({
    row: {
      kind: 'void',
      open: tail?.open ?? true,
      sender: doc.profile,
      recipient: doc.member,
      text: '',
      at: context.clock.now(),
    },
  }));
  if (placed.outcome !== 'refused' && isVisible(placed.row)) await complete(context, doc, placed.row, claim);
  else await context.operatorQueue.endClaim(doc._id, claim.key);
}

/** An answer of this age belongs to no running call. */
const CLAIM_AGE_MS = 20_000;

/** Ends answers that a crash interrupted; part of each sweep. */
async function endClaims(context: OperatorInboxContext): Promise<void> {
  const left = await context.operatorQueue.claimedBefore(context.clock.now() - CLAIM_AGE_MS);
  await eachAlone(left, (doc) => finishClaim(context, doc));
}

/** Answers in one push question. */
const MOST_ASKED = 500;

/** Asks the push questions of answers that no queue took at the time. Asked twice, it pushes once. */
async function askLate(context: OperatorInboxContext): Promise<void> {
  const { answers } = context.collections;
  const left = await answers.find({ unasked: true }).limit(MOST_ASKED).toArray();
  const ids = left.map(({ _id }) => _id);
  if (ids.length === 0 || !(await context.followUp.ask((await readRows(context, ids)).filter(isVisible))))
    return;
  await answers.updateMany({ _id: { $in: ids } }, { $unset: { unasked: '' } });
}

/** Finishes answers after crashes and outages; part of each sweep. */
export const sweepAnswers = (context: OperatorInboxContext): Promise<void> =>
  everyPart([() => endClaims(context), () => askLate(context)]);
