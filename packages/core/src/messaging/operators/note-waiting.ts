import { queueChanged } from '@heartline/contracts';
import { type ConversationRow, isVisible } from '../conversation.repository.ts';
import type { MessagingContext } from '../messaging-context.ts';
import type { QueueDoc } from './queue.repository.ts';

type Context = Pick<
  MessagingContext,
  'operatorQueue' | 'profiles' | 'publisher' | 'conversations' | 'logger'
>;

/**
 * A message to a fictional profile waits for an operator; to anybody else nothing happens, and nothing is read that is
 * not in memory. Never rejects: false means that it could not be noted, and whoever called leaves its hold to the
 * sweep, which notes it again.
 */
export async function noteWaiting(context: Context, row: ConversationRow): Promise<boolean> {
  try {
    const recipient = await context.profiles.standingOf(row.recipient);
    if (!recipient?.fictional) return true;
    const { owner: conversation, n: seq, at, sender: member, recipient: profile } = row;
    const { site } = recipient;
    await context.operatorQueue.noteAsked({ conversation, site, profile, member, seq, at });
    context.publisher.operators(site, queueChanged, { conversation, lastSeq: seq, waiting: true });
    return true;
  } catch (error) {
    context.logger.warn({ reason: String(error) }, 'a message to a fictional profile is noted by the sweep');
    return false;
  }
}

/** Rows looked at for who spoke last. */
const WINDOW = 200;

/**
 * Brings one conversation of the queue to what the chain and the two people say now: after a block, a suspension, an
 * unsend, or when a note was lost. Answers whether it waits.
 */
export async function correctWaiting(context: Context, doc: QueueDoc): Promise<boolean> {
  const tail = await context.conversations.freshTail(doc._id);
  if (!tail) return false;
  const rows = await context.conversations.range(doc._id, Math.max(1, tail.n - WINDOW + 1), tail.n);
  const isOpen = tail.open && (await areBothHere(context, doc));
  const since = isOpen ? waitingSince(rows, doc.member) : null;
  await context.operatorQueue.correct(doc._id, tail.n, since);
  const waiting = since !== null;
  if (waiting !== doc.waiting || tail.n !== doc.lastSeq) {
    context.publisher.operators(doc.site, queueChanged, { conversation: doc._id, lastSeq: tail.n, waiting });
  }
  return waiting;
}

async function areBothHere({ profiles }: Context, { member, profile }: QueueDoc): Promise<boolean> {
  const both = await Promise.all([profiles.standingOf(member), profiles.standingOf(profile)]);
  return both.every((one) => one?.status === 'active');
}

/** When the member first wrote after the last answer; null when the last word is not theirs. */
function waitingSince(rows: readonly ConversationRow[], member: string): number | null {
  const said = rows.filter((row) => isVisible(row) && row.gone === undefined);
  const answered = said.findLastIndex((row) => row.sender !== member);
  return said[answered + 1]?.at ?? null;
}

/** Somebody was suspended, deleted or let in again: what waits for or from them is looked at anew. */
export async function correctAllOf(context: Context, person: string): Promise<void> {
  for (const doc of await context.operatorQueue.of(person)) await correctWaiting(context, doc);
}
