import { type PayloadOf, queueChanged } from '@heartline/contracts';
import { type ConversationRow, isVisible, type VisibleRow } from '../conversation.repository.ts';
import type { MessagingContext } from '../messaging-context.ts';
import type { QueueDoc } from './queue.repository.ts';

type Context = Pick<
  MessagingContext,
  'operatorQueue' | 'profiles' | 'publisher' | 'conversations' | 'logger'
>;

/**
 * A message to a fictional profile waits for an operator, unless it was taken back; for one to anybody else nothing
 * happens, and nothing is read that is not in memory. Never rejects: false means that it could not be noted, and whoever
 * called leaves its hold to the sweep, which notes it again.
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
    context.logger.warn({ reason: String(error) }, 'a message to a fictional profile is noted by the sweep');
    return false;
  }
}

/**
 * A member took a message to a fictional profile back: whoever has the conversation open is told at once, and an answer
 * written without knowing is refused. To anybody else nothing happens. Safe to repeat: it costs an operator one more
 * look.
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

/** The conversation changed other than by a message: whoever has it open hears when a block closed it. */
export async function noteChanged(context: Context, conversation: string): Promise<void> {
  const doc = await context.operatorQueue.find(conversation);
  if (!doc) return;
  await correctWaiting(context, doc);
  if (await isClosed(context, conversation)) await endOpen(context, doc, 'gone');
}

/** Whether a block of either side closed it. */
export async function isClosed({ conversations }: Context, conversation: string): Promise<boolean> {
  return (await conversations.freshTail(conversation))?.open === false;
}

/** Nothing waits any more: the lease of who has it open is over, and their desk hears why. */
async function endOpen(
  { operatorQueue, publisher }: Context,
  { _id: conversation, site, lastSeq }: QueueDoc,
  ended: NonNullable<PayloadOf<typeof queueChanged>['ended']>,
): Promise<void> {
  if (!(await operatorQueue.endUnwaited(conversation))) return;
  publisher.operators(site, queueChanged, { conversation, lastSeq, waiting: false, ended });
}

/** Rows looked at for who spoke last. */
const WINDOW = 200;

/**
 * Brings one conversation of the queue to what its rows say now: after a block, an unsend, or when a note was lost. It
 * only ever takes one out: what this process remembers of people may be seconds old, so whoever was let go because a
 * person went is taken back by `correctAllOf` alone. Answers the newest message that waits; nothing where none does.
 */
export async function correctWaiting(context: Context, doc: QueueDoc): Promise<VisibleRow | undefined> {
  // Nothing to take out; and a message of this very moment, which may be among the rows, is noted by who sent it.
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

/** Whether both can be in a conversation, as far as is remembered. */
export async function areBothHere(
  { profiles }: Pick<Context, 'profiles'>,
  { member, profile }: QueueDoc,
): Promise<boolean> {
  const both = await Promise.all([profiles.statusOf(member), profiles.statusOf(profile)]);
  return both.every((one) => one?.status === 'active');
}

/** What the member wrote after the last row that an answer was to, and did not take back. */
function unansweredIn(rows: readonly ConversationRow[], member: string): VisibleRow[] {
  const said = rows.filter(isVisible).filter(({ gone }) => gone === undefined);
  const answers = said.filter(({ sender }) => sender !== member);
  const answered = Math.max(0, ...answers.map(({ n, answersUpTo = n }) => answersUpTo));
  return said.filter(({ sender, n }) => sender === member && n > answered);
}

/**
 * An answer stands: the conversation waits no longer, but for what the member wrote since the operator looked. True where
 * it waits on.
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
  // What the member wrote after it was noted first, and would wait since a message that is answered.
  const doc = await operatorQueue.find(owner);
  return doc !== undefined && (await correctWaiting(context, doc)) !== undefined;
}

/** Somebody was suspended, deleted or let in again: what waits for or from them is looked at anew. */
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
