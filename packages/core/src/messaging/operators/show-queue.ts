import {
  type getOperatorQueue,
  type OutputOf,
  type ProfileCard,
  QUEUE_PAGE,
  type QueueEntry,
  SHIFT_MS,
} from '@heartline/contracts';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from '../conversation.repository.ts';
import { preview, previewKind } from '../inbox.repository.ts';
import { correctWaiting } from './note-waiting.ts';
import type { InboxOperator, OperatorInboxContext } from './operator-inbox-context.ts';
import type { QueueDoc } from './queue.repository.ts';
import { countUnreadReports } from './show-reports.ts';

/**
 * The waiting conversations of the operator's site, oldest first. It selects them, checks them against their
 * rows, leaves out people who are gone, and presents the rest. Stale entries are corrected on the way.
 */
export async function showQueue(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
): Promise<OutputOf<typeof getOperatorQueue>> {
  const now = context.clock.now();
  const [shift, unreadReports] = await Promise.all([
    shiftOf(context, inboxOperator),
    countUnreadReports(context, inboxOperator),
  ]);
  const oldest = await context.operatorQueue.oldestAt(inboxOperator.site);
  // Counted before corrections remove entries of this page.
  const waiting = await countOf(context, inboxOperator, oldest.length);
  const rows = await rowsOf(context, oldest);
  const cards = await cardsOf(context, oldest);
  const entries: QueueEntry[] = [];
  let gone = 0;
  for (const doc of oldest) {
    const people = cards.get(doc.profile);
    const profile = people?.get(doc.profile);
    const member = people?.get(doc.member);
    // An older message may wait behind one that was taken back or never stored.
    const row = profile && member && (waitingRow(doc, rows) ?? (await correctWaiting(context, doc)));
    if (row) entries.push(entryOf(doc, row, { profile, member }, { inboxOperator, now }));
    else gone += 1;
  }
  return { waiting: waiting - gone, entries, shift, unreadReports, serverAt: now };
}

/** More than anybody answers in one shift. */
const MOST_ANSWERED = 5_000;

/** The operator's answers since they signed in. */
async function shiftOf(
  { collections }: OperatorInboxContext,
  { operator, expiresAt }: InboxOperator,
): Promise<OutputOf<typeof getOperatorQueue>['shift']> {
  const startedAt = expiresAt - SHIFT_MS;
  const answers = await collections.answers
    .find({ operator, at: { $gte: startedAt } }, { projection: { conversation: 1 } })
    .limit(MOST_ANSWERED)
    .toArray();
  const conversations = new Set(answers.map(({ conversation }) => conversation)).size;
  return { startedAt, answered: answers.length, conversations };
}

/** Upper limit of the count. */
const MOST_WAITING = 5_000;

/** Number of waiting conversations, including those of the page: a page that is not full has all. */
async function countOf(
  { operatorQueue }: OperatorInboxContext,
  { site }: InboxOperator,
  shown: number,
): Promise<number> {
  if (shown < QUEUE_PAGE) return shown;
  return Math.max(shown, await operatorQueue.countAt(site, MOST_WAITING));
}

/** The row each waits with, and the next one: if that exists, a message was not noted yet. */
async function rowsOf(
  { mongo }: OperatorInboxContext,
  docs: readonly QueueDoc[],
): Promise<Map<string, ConversationRow>> {
  const ids = docs.flatMap(({ _id, lastSeq }) => [rowId(_id, lastSeq), rowId(_id, lastSeq + 1)]);
  const rows = await mongo.connection.collection<ConversationRow>(MESSAGES).find(rowsById(ids)).toArray();
  return new Map(rows.map((row) => [row._id, row]));
}

/** The members and the profile itself, through the eyes of each profile; hidden members are missing. */
async function cardsOf({ profiles }: OperatorInboxContext, docs: readonly QueueDoc[]) {
  const members = new Map<string, string[]>();
  for (const { profile, member } of docs) {
    members.set(profile, [...(members.get(profile) ?? [profile]), member]);
  }
  const cards = await Promise.all(
    [...members].map(async ([profile, people]) => [profile, await profiles.cards(profile, people)] as const),
  );
  return new Map(cards);
}

function entryOf(
  doc: QueueDoc,
  row: ConversationRow,
  { profile, member }: { profile: ProfileCard; member: ProfileCard },
  { inboxOperator, now }: { inboxOperator: InboxOperator; now: number },
): QueueEntry {
  const held = doc.lease && doc.lease.until > now ? doc.lease : null;
  const kind = previewKind(row);
  return {
    conversation: doc._id,
    profile: personOf(profile, doc.profile),
    member: personOf(member, doc.profile),
    waitingSince: doc.since ?? row.at,
    lastSeq: doc.lastSeq,
    preview: preview(row),
    ...(kind && { previewKind: kind }),
    holder: held && { name: held.name, mine: held.operator === inboxOperator.operator, until: held.until },
  };
}

/** The row it waits with; undefined if it was taken back or a newer one exists. */
function waitingRow(doc: QueueDoc, rows: Map<string, ConversationRow>): ConversationRow | undefined {
  const row = rows.get(rowId(doc._id, doc.lastSeq));
  const isAsking = row !== undefined && isVisible(row) && !row.gone && row.sender === doc.member;
  return isAsking && !rows.has(rowId(doc._id, doc.lastSeq + 1)) ? row : undefined;
}

function personOf({ id, name, main_image: image }: ProfileCard, eyes: string) {
  return { id, name, main_image: image && imageFor(image, eyes) };
}

/** An image with addresses for one viewer: an operator sees what the profile sees that they answer for. */
export function imageFor({ filename, thumb_filename: thumb }: Image, eyes: string): Image {
  return { filename: asSeenBy(eyes, filename), thumb_filename: asSeenBy(eyes, thumb) };
}

/** The address of one picture for an operator who answers for a profile. */
export const asSeenBy = (eyes: string, filename: string) => `${filename}?for=${eyes}`;

type Image = NonNullable<ProfileCard['main_image']>;
