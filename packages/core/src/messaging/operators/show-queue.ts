import {
  type getOperatorQueue,
  type OutputOf,
  type ProfileCard,
  QUEUE_PAGE,
  type QueueEntry,
} from '@heartline/contracts';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from '../conversation.repository.ts';
import { preview, previewKind } from '../inbox.repository.ts';
import { correctWaiting } from './note-waiting.ts';
import type { InboxOperator, OperatorInboxContext } from './operator-inbox-context.ts';
import type { QueueDoc } from './queue.repository.ts';

/**
 * What waits at the operator's site, the oldest first: choose, check against the conversations, leave out who is gone,
 * present. What turns out to wait no longer is corrected on the way.
 */
export async function showQueue(
  context: OperatorInboxContext,
  inboxOperator: InboxOperator,
): Promise<OutputOf<typeof getOperatorQueue>> {
  const now = context.clock.now();
  const oldest = await context.operatorQueue.oldestAt(inboxOperator.site);
  // Before any of the page is corrected, and counted no more.
  const waiting = await countOf(context, inboxOperator, oldest.length);
  const rows = await rowsOf(context, oldest);
  const cards = await cardsOf(context, oldest);
  const entries: QueueEntry[] = [];
  let gone = 0;
  for (const doc of oldest) {
    const people = cards.get(doc.profile);
    const profile = people?.get(doc.profile);
    const member = people?.get(doc.member);
    // Behind what was taken back, or never stood, an older message may wait.
    const row = profile && member && (waitingRow(doc, rows) ?? (await correctWaiting(context, doc)));
    if (row) entries.push(entryOf(doc, row, { profile, member }, { inboxOperator, now }));
    else gone += 1;
  }
  return { waiting: waiting - gone, entries, serverAt: now };
}

/** As many as are worth counting. */
const MOST_WAITING = 5_000;

/** How many wait, those of the page included: one that is not full is all there is. */
async function countOf(
  { operatorQueue }: OperatorInboxContext,
  { site }: InboxOperator,
  shown: number,
): Promise<number> {
  if (shown < QUEUE_PAGE) return shown;
  return Math.max(shown, await operatorQueue.countAt(site, MOST_WAITING));
}

/** The row each waits with, and the one after it: where that exists, something was not noted yet. */
async function rowsOf(
  { mongo }: OperatorInboxContext,
  docs: readonly QueueDoc[],
): Promise<Map<string, ConversationRow>> {
  const ids = docs.flatMap(({ _id, lastSeq }) => [rowId(_id, lastSeq), rowId(_id, lastSeq + 1)]);
  const rows = await mongo.connection.collection<ConversationRow>(MESSAGES).find(rowsById(ids)).toArray();
  return new Map(rows.map((row) => [row._id, row]));
}

/** The people of each profile's conversations and the profile itself, through its eyes: who is hidden is missing. */
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

/** The row it waits with; nothing when that was taken back, or a newer one stands. */
function waitingRow(doc: QueueDoc, rows: Map<string, ConversationRow>): ConversationRow | undefined {
  const row = rows.get(rowId(doc._id, doc.lastSeq));
  const isAsking = row !== undefined && isVisible(row) && !row.gone && row.sender === doc.member;
  return isAsking && !rows.has(rowId(doc._id, doc.lastSeq + 1)) ? row : undefined;
}

function personOf({ id, name, main_image: image }: ProfileCard, eyes: string) {
  return { id, name, main_image: image && imageFor(image, eyes) };
}

/** Addresses of pictures are signed for one viewer; an operator looks with the eyes of the profile they answer for. */
export function imageFor({ filename, thumb_filename: thumb }: Image, eyes: string): Image {
  return { filename: asSeenBy(eyes, filename), thumb_filename: asSeenBy(eyes, thumb) };
}

/** The address of one picture, for an operator who looks with the eyes of a profile. */
export const asSeenBy = (eyes: string, filename: string) => `${filename}?for=${eyes}`;

type Image = NonNullable<ProfileCard['main_image']>;
