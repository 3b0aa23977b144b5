import type { ActivityKind, LastMail } from '@heartline/domain';
import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A possible mail to a member. `_id` is `<member>:<kind>`:
 *
 *     due (news, no mail yet) → taken (a worker checks) → settled, due again later, or deleted
 *       ├─ news meanwhile makes it due again
 *       └─ a worker that dies leaves `againAt`, the time of the next check
 */
export interface PendingMailDoc {
  _id: string;
  dueAt: number | null;
  againAt?: number | null;
  /** Names the started mail, so that a retry after a crash uses the same name. */
  begun?: number | null;
  last?: LastMail | null;
}

/** One that a worker is checking. */
export interface TakenMail extends PendingMailDoc {
  member: string;
  kind: ActivityKind;
  begun: number;
}

/** The new state after a check. */
export interface Settled {
  dueAt: number | null;
  last: LastMail | null;
}

export const PENDING_MAILS = 'owedMails';

/** A check of this age belongs to a worker that died. */
const TAKEN_MS = 300_000;
/** Rows found by one read. */
export const AT_ONCE = 1_000;

const pending = (mongo: Mongo) => mongo.connection.collection<PendingMailDoc>(PENDING_MAILS);

/**
 * Schedules a check for these members at that time, unless one of the kind is due earlier. Safe to repeat.
 * Reads first: most members have a row already, since every message schedules one, and a read costs a
 * fraction of a write.
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

/** Rows due by now, at most `AT_ONCE`. */
export function findDue(mongo: Mongo, now: number): Promise<PendingMailDoc[]> {
  const isOver = { $lte: now, $gt: 0 };
  return pending(mongo)
    .find({ $or: [{ dueAt: isOver }, { againAt: isOver }] })
    .limit(AT_ONCE)
    .toArray();
}

/** Takes one to check; undefined if another worker took it. */
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

/**
 * Stores the result of a check: the time of the next one, and the last mail; deletes the row without either.
 */
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
