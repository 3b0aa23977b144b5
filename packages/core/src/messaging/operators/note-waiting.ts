import { type PayloadOf, queueChanged } from '@heartline/contracts';
import { type ConversationRow, isVisible, type VisibleRow } from '../conversation.repository.ts';
import type { MessagingContext } from '../messaging-context.ts';
import type { QueueDoc } from './queue.repository.ts';

type Context = Pick<
  MessagingContext,
  'operatorQueue' | 'profiles' | 'publisher' | 'conversations' | 'logger'
>;

/**
 * Queues a message to a fictional profile for operators, unless it was taken back. For any other recipient it
 * does nothing and reads only memory. Never rejects: on false the caller leaves its hold to the sweep, which
 * notes the message again.
 */
export async function noteWaiting(context: Context, row: ConversationRow): Promise<boolean> {
  try {
    if (row.gone !== undefined) return true;
    const recipient = await context.profiles.statusOf(row.recipient);
    if (!recipient?.fictional) return true;
    const { owner: conversation, n: seq, at, sender: member, recipient: profile } = row;
    const { site } = recipient;
    const waits = await context.operatorQueue.noteAsked({ conversation, site, profile, member, seq, at });
    if (waits) context.publisher.operators(site, queueChanged, { conversation, lastSeq: seq, waiting: true });
    return true;
  } catch (error) {
    context.logger.warn(
      { reason: String(error) },
      'message to a fictional profile not queued for operators: left to the sweep',
    );
    return false;
  }
}

/**
 * A member took back a message to a fictional profile: notifies the operator who has it open. An answer
 * written without that knowledge is refused. Safe to repeat: it costs an operator one more look.
 */
export async function noteTakenBack(context: Context, row: ConversationRow): Promise<void> {
  if (!(await context.profiles.statusOf(row.recipient))?.fictional) return;
  const doc = await context.operatorQueue.noteTakenBack(row.owner);
  if (!doc) return;
  const { _id: conversation, site, lastSeq } = doc;
  const waiting = (await correctWaiting(context, doc)) !== undefined;
  context.publisher.operators(site, queueChanged, { conversation, lastSeq, waiting, gone: row.n });
  if (doc.waiting && !waiting) await endOpen(context, doc, 'taken_back');
}

/**
 * The conversation changed without a new message: notifies the operator who has it open if a block closed it.
 */
export async function noteChanged(context: Context, conversation: string): Promise<void> {
  const doc = await context.operatorQueue.find(conversation);
  if (!doc) return;
  await correctWaiting(context, doc);
  if (await isClosed(context, conversation)) await endOpen(context, doc, 'gone');
}

/** True if a block of either side closed it. */
export async function isClosed({ conversations }: Context, conversation: string): Promise<boolean> {
  return (await conversations.freshTail(conversation))?.open === false;
}

/** Nothing waits any more: ends the running lease and notifies that operator's inbox of the reason. */
async function endOpen(
  { operatorQueue, publisher }: Context,
  { _id: conversation, site, lastSeq }: QueueDoc,
  ended: NonNullable<PayloadOf<typeof queueChanged>['ended']>,
): Promise<void> {
  if (!(await operatorQueue.endUnwaited(conversation))) return;
  publisher.operators(site, queueChanged, { conversation, lastSeq, waiting: false, ended });
}

/** Rows to search for the last sender. */
const WINDOW = 200;

/**
 * Aligns one queued conversation with its rows after a block, an unsend or a lost note; returns the newest
 * waiting message. It only removes conversations, because cached statuses may be seconds old. Conversations
 * of a person who came back are restored by `correctAllOf` alone.
 */
export async function correctWaiting(context: Context, doc: QueueDoc): Promise<VisibleRow | undefined> {
  // Nothing to remove. The sender notes a message that has just arrived and may be among the rows.
  return doc.waiting ? setWaiting(context, doc, true) : undefined;
}

async function setWaiting(
  context: Context,
  doc: QueueDoc,
  isWanted: boolean,
): Promise<VisibleRow | undefined> {
  const tail = await context.conversations.freshTail(doc._id);
  if (!tail) return undefined;
  const unanswered = isWanted && tail.open ? await unansweredOf(context, doc, tail) : [];
  await context.operatorQueue.correct(doc._id, tail.n, unanswered[0]?.at ?? null);
  const waiting = unanswered.length > 0;
  if (waiting !== doc.waiting || tail.n !== doc.lastSeq) {
    context.publisher.operators(doc.site, queueChanged, { conversation: doc._id, lastSeq: tail.n, waiting });
  }
  return unanswered.at(-1);
}

async function unansweredOf(
  { conversations }: Context,
  { _id, member }: QueueDoc,
  { n }: { n: number },
): Promise<VisibleRow[]> {
  return unansweredIn(await conversations.range(_id, Math.max(1, n - WINDOW + 1), n), member);
}

/** True if both may be in a conversation, by their cached statuses. */
export async function areBothHere(
  { profiles }: Pick<Context, 'profiles'>,
  { member, profile }: QueueDoc,
): Promise<boolean> {
  const both = await Promise.all([profiles.statusOf(member), profiles.statusOf(profile)]);
  return both.every((one) => one?.status === 'active');
}

/** The member's messages after the last answered row that were not taken back. */
function unansweredIn(rows: readonly ConversationRow[], member: string): VisibleRow[] {
  const said = rows.filter(isVisible).filter(({ gone }) => gone === undefined);
  const answers = said.filter(({ sender }) => sender !== member);
  const answered = Math.max(0, ...answers.map(({ n, answersUpTo = n }) => answersUpTo));
  return said.filter(({ sender, n }) => sender === member && n > answered);
}

/**
 * Removes an answered conversation from the queue, unless the member wrote more since the operator looked.
 * True if it still waits.
 */
export async function noteAnswered(
  context: Context,
  { owner, n, recipient, answersUpTo = n }: ConversationRow,
): Promise<boolean> {
  const { conversations, operatorQueue } = context;
  const unseen =
    answersUpTo < n ? await conversations.range(owner, Math.max(answersUpTo + 1, n - WINDOW), n) : [];
  const [first] = unansweredIn(unseen, recipient);
  if (await operatorQueue.noteAnswered(owner, n, first?.at ?? null)) return first !== undefined;
  // A later message of the member would otherwise wait since the one that is now answered.
  const doc = await operatorQueue.find(owner);
  return doc !== undefined && (await correctWaiting(context, doc)) !== undefined;
}

/** A person was suspended, deleted or let in again: checks all waiting conversations with them. */
export async function correctAllOf(context: Context, person: string): Promise<void> {
  for await (const docs of context.operatorQueue.of(person)) {
    await Promise.all(docs.map((doc) => correctStatus(context, doc)));
  }
}

async function correctStatus(context: Context, doc: QueueDoc): Promise<void> {
  const areHere = await areBothHere(context, doc);
  await setWaiting(context, doc, areHere);
  if (!areHere) await endOpen(context, doc, 'gone');
}
