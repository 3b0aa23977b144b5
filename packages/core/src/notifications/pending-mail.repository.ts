import type { ActivityKind, LastMail } from '@heartline/domain';
import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * That a member may have to be mailed of something. `_id` is `<member>:<kind>`:
 *
 *   due (news came, nobody mailed yet) → taken (a worker looks) → settled, due again later, or forgotten
 *      └─ news meanwhile makes it due anew; a worker that dies leaves `againAt`, when another one looks
 */
export interface PendingMailDoc {
  _id: string;
  dueAt: number | null;
  againAt?: number | null;
  /** Names what was begun, so that who goes on after a crash does the same under the same name. */
  begun?: number | null;
  last?: LastMail | null;
}

/** One that a worker looks at. */
export interface TakenMail extends PendingMailDoc {
  member: string;
  kind: ActivityKind;
  begun: number;
}

/** What is left of one that was looked at. */
export interface Settled {
  dueAt: number | null;
  last: LastMail | null;
}

export const PENDING_MAILS = 'owedMails';

/** A worker that looks at one for longer died. */
const TAKEN_MS = 300_000;
/** So many are found at once. */
export const AT_ONCE = 1_000;

const pending = (mongo: Mongo) => mongo.connection.collection<PendingMailDoc>(PENDING_MAILS);

/**
 * Notes that these members may have to be mailed at that time, unless one of the kind is due before. Safe to repeat. Most
 * have one already, since every message notes: what is read costs the engine a fraction of what is written.
 */
export async function notePending(
  mongo: Mongo,
  members: Iterable<string>,
  kind: ActivityKind,
  dueAt: number,
): Promise<void> {
  const ids = [...new Set(members)].sort().map((member) => `${member}:${kind}`);
  const noted = await pending(mongo)
    .find({ _id: { $in: ids }, dueAt: { $gt: 0, $lte: dueAt } }, { projection: { _id: 1 } })
    .toArray();
  const isNoted = new Set(noted.map(({ _id }) => _id));
  const writes = ids
    .filter((id) => !isNoted.has(id))
    .map((_id) => ({
      updateOne: {
        filter: { _id },
        update: [{ $set: { dueAt: { $min: ['$dueAt', dueAt] } } }],
        upsert: true,
      },
    }));
  if (writes.length > 0) await pending(mongo).bulkWrite(writes, { ordered: false });
}

/** Those to look at by now, at most `AT_ONCE`. */
export function findDue(mongo: Mongo, now: number): Promise<PendingMailDoc[]> {
  const isOver = { $lte: now, $gt: 0 };
  return pending(mongo)
    .find({ $or: [{ dueAt: isOver }, { againAt: isOver }] })
    .limit(AT_ONCE)
    .toArray();
}

/** Takes one to look at; undefined when another worker did. */
export async function takePending(
  mongo: Mongo,
  { _id, dueAt, againAt = null }: PendingMailDoc,
  now: number,
): Promise<TakenMail | undefined> {
  const taken = await pending(mongo).findOneAndUpdate(
    { _id, dueAt, againAt },
    [{ $set: { dueAt: null, againAt: now + TAKEN_MS, begun: { $ifNull: ['$begun', now] } } }],
    { returnDocument: 'after' },
  );
  if (!taken) return undefined;
  const [member = ''] = _id.split(':');
  const kind = _id.endsWith(':likes') ? 'likes' : 'messages';
  return { ...taken, member, kind, begun: taken.begun ?? now };
}

/** What becomes of one that was looked at: when to look again if so, and the last mail; without one it is forgotten. */
export async function settlePending(
  mongo: Mongo,
  { _id, againAt }: PendingMailDoc,
  next: Settled,
): Promise<void> {
  const mine = { _id, againAt: againAt ?? null };
  if (next.dueAt === null && next.last === null) {
    const { deletedCount } = await pending(mongo).deleteMany({ ...mine, dueAt: null });
    if (deletedCount === 1) return;
  }
  const dueAt = { $min: ['$dueAt', next.dueAt] };
  const settled = { dueAt, againAt: null, begun: null, last: { $literal: next.last } };
  await pending(mongo).updateOne(mine, [{ $set: settled }], { writeConcern: DURABLE });
}
