import { type Mongo, under } from '@heartline/platform';
import { INBOX } from '../messaging/index.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

interface Deletion {
  _id: string;
  eraseAt: number;
  erasedAt: number | null;
}

/**
 * Collections and indexed fields without rows of an erased member; without a field, the id begins with the
 * member.
 */
const EMPTIED: readonly (readonly [collection: string, field?: string])[] = [
  ['accounts', '_id'],
  ['emails', 'member'],
  ['profiles', '_id'],
  ['exports', '_id'],
  ['notificationSettings', '_id'],
  ['sessions', 'member'],
  ['tokens', 'member'],
  ['mails', 'member'],
  ['pushSubscriptions', 'member'],
  [INBOX],
  ['operatorQueue', 'member'],
  ['operatorNotes', 'member'],
  ['chat_photos', 'member'],
  ['chat_photo_drafts', '_id'],
  ['likes'],
  ['likes', 'from'],
  ['blocks', 'blocker'],
  ['blocks', 'blocked'],
  ['evidence', 'sender'],
  ['swipes', 'member'],
  ['passes'],
  ['searches', '_id'],
  ['bonuses', '_id'],
  ['codes', 'member'],
  ['owedMails'],
  ['debts', '_id'],
  ['notifications'],
];

/** Concurrent queries. */
const AT_ONCE = 20;
/** An erasure this late was forgotten. */
const LATE_MS = 86_400_000;

/**
 * P4: an erased member is gone from every collection of people, at most a day late. A2: the secret of a link
 * is stored only until its mail was sent.
 */
export async function* checkErasures(audit: Audit): AsyncGenerator<Violation> {
  const { mongo, now, from, until, whole, batch = 1_000 } = audit;
  const deletions = mongo.connection.collection<Deletion>('deletions');
  const late = { erasedAt: null, eraseAt: { $lte: now - LATE_MS } };
  for (const { _id } of await deletions.find(late).limit(batch).toArray()) {
    yield { invariant: 'P4', subject: _id, detail: 'should have been erased over a day ago' };
  }
  const span = whole ? { $gt: 0 } : { $gte: from, $lte: until };
  let members: string[] = [];
  for await (const { _id } of deletions.find({ erasedAt: span }).batchSize(batch)) {
    members.push(_id);
    if (members.length < batch) continue;
    yield* leftOf(audit, members);
    members = [];
  }
  yield* leftOf(audit, members);
  yield* checkSecrets(audit);
}

/** Rows that still belong to erased members. */
async function* leftOf({ mongo }: Audit, members: readonly string[]): AsyncGenerator<Violation> {
  if (members.length === 0) return;
  for (const [collection, field] of EMPTIED) {
    const found = field
      ? namedIn(mongo, collection, field, members)
      : beginningIn(mongo, collection, members);
    for await (const subject of found) {
      yield { invariant: 'P4', subject, detail: `erased, but still in ${collection}` };
    }
  }
}

/** Those of the members whom rows name under this field. */
async function* namedIn(
  { connection }: Mongo,
  collection: string,
  field: string,
  members: readonly string[],
): AsyncGenerator<string> {
  const rows = connection
    .collection<{ _id: string } & Record<string, unknown>>(collection)
    .find({ [field]: { $in: [...members] } }, { projection: { [field]: 1 } })
    .limit(100);
  for (const row of await rows.toArray()) yield String(row[field]);
}

/**
 * Those of the members with whose id a row id begins. One query each, a few at a time: in a query of a
 * thousand ranges the database would scan every row for each.
 */
async function* beginningIn(
  { connection }: Mongo,
  collection: string,
  members: readonly string[],
): AsyncGenerator<string> {
  const rows = connection.collection<{ _id: string }>(collection);
  for (let first = 0; first < members.length; first += AT_ONCE) {
    const some = members.slice(first, first + AT_ONCE);
    const found = await Promise.all(
      some.map((member) => rows.findOne({ _id: under(member) }, { projection: { _id: 1 } })),
    );
    yield* some.filter((_, index) => found[index]);
  }
}

async function* checkSecrets({ mongo, from, until }: Audit): AsyncGenerator<Violation> {
  const mails = mongo.connection.collection<{ _id: string }>('mails');
  const stillStored = { sentAt: { $gte: from, $lte: until }, secret: { $ne: null } };
  for (const { _id } of await mails.find(stillStored).limit(100).toArray()) {
    yield {
      invariant: 'A2',
      subject: _id,
      detail: 'mail sent, but the secret of its link is still stored',
    };
  }
}
