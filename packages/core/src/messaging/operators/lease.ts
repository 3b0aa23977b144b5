import { type OutputOf, ok, queueChanged, type Result, refuse, type renewLease } from '@heartline/contracts';
import { markReceived } from '../move-marks.ts';
import { signalTyping } from '../signal-typing.ts';
import { finishClaim, recipientGone } from './answer-as-profile.ts';
import { areBothHere, correctWaiting, isClosed } from './note-waiting.ts';
import { conversationFor, type InboxOperator, type OperatorInboxContext } from './operator-inbox-context.ts';
import type { QueueDoc } from './queue.repository.ts';

type Lease = OutputOf<typeof renewLease>;

/** Rounds and pause to wait for the operator's own running answer before it counts as abandoned. */
const CLAIM_ROUNDS = 40;
const CLAIM_ROUND_MS = 50;

/** Leases a waiting conversation to one operator, exclusively until it is released or expires. */
export async function takeConversation(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  conversation: string,
): Promise<Result<Lease>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  // The conversation of an erased member has no queue row.
  if (!doc) return refuse('NOT_WAITING');
  if (isHeldByOther(doc, inboxOperator, context.clock.now())) return taken(doc);
  if (doc.claim) await closeClaim(context, doc);
  const now = context.clock.now();
  const got = await context.operatorQueue.take(
    conversation,
    { id: inboxOperator.operator, name: inboxOperator.name },
    now,
  );
  if (!got?.lease) return taken((await context.operatorQueue.find(conversation)) ?? doc);
  const held = { conversation, operator: inboxOperator.operator, number: got.number };
  const isReachable = (await areBothHere(context, got)) && !(await isClosed(context, conversation));
  if (!((await correctWaiting(context, got)) && isReachable)) {
    await context.operatorQueue.release(held);
    return isReachable ? refuse('NOT_WAITING') : recipientGone(context, got);
  }
  notify(context, got);
  await markReceived(context, got.profile, conversation, got.lastSeq);
  return ok({ lease: { number: got.number, until: got.lease.until } });
}

function isHeldByOther({ lease }: QueueDoc, inboxOperator: InboxOperator, now: number): boolean {
  return lease !== null && lease.operator !== inboxOperator.operator && lease.until > now;
}

function taken(doc: QueueDoc): ReturnType<typeof refuse> {
  return refuse('LEASE_TAKEN', { values: { name: doc.lease?.name ?? '' } });
}

/** Waits for an answer in progress; ends an abandoned one by a row under its key. */
async function closeClaim(context: OperatorInboxContext, doc: QueueDoc): Promise<void> {
  const isRunning = doc.lease !== null && doc.lease.until > context.clock.now();
  const left = isRunning ? await unfinished(context, doc) : doc;
  if (left?.claim) await finishClaim(context, left);
}

async function unfinished(
  { operatorQueue }: OperatorInboxContext,
  doc: QueueDoc,
): Promise<QueueDoc | undefined> {
  let now: QueueDoc | undefined = doc;
  for (let round = 0; round < CLAIM_ROUNDS && now?.claim; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, CLAIM_ROUND_MS));
    now = await operatorQueue.find(doc._id);
  }
  return now;
}

/** Extends a lease to its full time from now. */
export async function renewConversation(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { conversation, number }: { conversation: string; number: number },
): Promise<Result<Lease>> {
  const held = { conversation, operator: inboxOperator.operator, number };
  const until = await context.operatorQueue.renew(held, context.clock.now());
  return until === undefined ? refuse('LEASE_LOST') : ok({ lease: { number, until } });
}

/** Shows the member that an answer is being written, while the lease runs. */
export async function typeAnswer(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
  { conversation, number }: { conversation: string; number: number },
): Promise<Result<{ ok: true }>> {
  const doc = await conversationFor(context, inboxOperator, conversation);
  const isMine = doc?.number === number && doc.lease?.operator === inboxOperator.operator;
  if (!doc?.lease || !isMine || doc.lease.until <= context.clock.now()) return refuse('LEASE_LOST');
  await signalTyping(context, doc.profile, doc.member);
  return ok({ ok: true });
}

/** Returns a conversation to the queue. A repeated or late call changes nothing. */
export async function releaseConversation(
  context: OperatorInboxContext,
  inboxOperator: Pick<InboxOperator, 'operator'>,
  { conversation, number }: { conversation: string; number: number },
): Promise<Result<{ ok: true }>> {
  const released = await context.operatorQueue.release({
    conversation,
    operator: inboxOperator.operator,
    number,
  });
  const doc = released ? await context.operatorQueue.find(conversation) : undefined;
  if (doc) notify(context, doc);
  return ok({ ok: true });
}

/** Releases all leases of an operator who signs out or is disabled. */
export async function releaseAllOf(context: OperatorInboxContext, operator: string): Promise<void> {
  for await (const docs of context.operatorQueue.heldBy(operator)) {
    await Promise.all(
      docs.map(({ _id: conversation, number }) =>
        releaseConversation(context, { operator }, { conversation, number }),
      ),
    );
  }
}

function notify({ publisher }: OperatorInboxContext, { site, _id, lastSeq, waiting }: QueueDoc): void {
  publisher.operators(site, queueChanged, { conversation: _id, lastSeq, waiting });
}
