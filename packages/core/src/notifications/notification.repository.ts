import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * A sent notification, once per recipient, cause and channel:
 *
 *     claimed (unique insert) → sent
 *       └─ crash before `sentAt`: one more attempt may be claimed after a minute
 *
 * A crash therefore repeats a push at most once.
 */
export interface NotificationDoc {
  /** `<recipient>:<cause>:<channel>` */
  _id: string;
  attempts: number;
  claimedAt: number;
  sentAt: number | null;
  /** Browsers that have it, by their subscriptions, while another push service must be retried. */
  reached?: string[];
  /** A date, since the TTL index needs one. */
  expiresAt: Date;
}

export const NOTIFICATIONS = 'notifications';

/** Retention and maximum number of attempts, which the invariant check uses (M7). */
export const NOTIFIED = { retentionMs: 90 * 86_400_000, maxAttempts: 3 } as const;
/** An unfinished claim of this age belongs to a process that died. */
export const CLAIM_MS = 60_000;

const notifications = (mongo: Mongo) => mongo.connection.collection<NotificationDoc>(NOTIFICATIONS);

export function notificationId(recipient: string, cause: string, channel: 'push'): string {
  return `${recipient}:${cause}:${channel}`;
}

/**
 * `ours`: send it, except to the browsers that already have it. `taken`: another process is sending it, or
 * died; ask again once its claim has expired.
 */
type Claim = { state: 'ours'; reached: readonly string[] } | { state: 'taken' | 'done' };

/** Claims the right to send, unless it was sent everywhere or tried too often. */
export async function claimNotification(mongo: Mongo, id: string, now: number): Promise<Claim> {
  const fresh = {
    _id: id,
    attempts: 1,
    claimedAt: now,
    sentAt: null,
    expiresAt: new Date(now + NOTIFIED.retentionMs),
  };
  try {
    await notifications(mongo).insertOne(fresh, { writeConcern: DURABLE });
    return { state: 'ours', reached: [] };
  } catch (error) {
    const again = await notifications(mongo).findOneAndUpdate(
      { _id: id, sentAt: null, attempts: { $lt: NOTIFIED.maxAttempts }, claimedAt: { $lte: now - CLAIM_MS } },
      { $set: { claimedAt: now }, $inc: { attempts: 1 } },
    );
    if (again) return { state: 'ours', reached: again.reached ?? [] };
    const known = await notifications(mongo).findOne({ _id: id });
    if (!known) throw error;
    const mayBeTried = known.sentAt === null && known.attempts < NOTIFIED.maxAttempts;
    return { state: mayBeTried ? 'taken' : 'done' };
  }
}

/** Those of these that were sent, or will not be tried again. */
export async function doneAmong(mongo: Mongo, ids: readonly string[]): Promise<Set<string>> {
  const done = await notifications(mongo)
    .find({
      _id: { $in: [...ids] },
      $or: [{ sentAt: { $ne: null } }, { attempts: { $gte: NOTIFIED.maxAttempts } }],
    })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(done.map(({ _id }) => _id));
}

/** Stores which browsers have it, while another push service must be retried. */
export async function noteReached(mongo: Mongo, id: string, browsers: readonly string[]): Promise<void> {
  if (browsers.length === 0) return;
  await notifications(mongo).updateOne({ _id: id }, { $addToSet: { reached: { $each: [...browsers] } } });
}

/** Marks it as sent. */
export async function markSent(mongo: Mongo, id: string, now: number): Promise<void> {
  await notifications(mongo).updateOne({ _id: id }, { $set: { sentAt: now }, $unset: { reached: '' } });
}

/**
 * Marks the other causes that a push of a newer message covered. A later question about one of them, for
 * example after a repeated send, then sends no push.
 */
export async function markNotified(mongo: Mongo, notified: readonly string[], now: number): Promise<void> {
  if (notified.length === 0) return;
  const expiresAt = new Date(now + NOTIFIED.retentionMs);
  const doc = { attempts: 1, claimedAt: now, sentAt: now, expiresAt };
  // Some may be claimed by then: their claimants send them.
  await notifications(mongo).bulkWrite(
    notified.map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: doc }, upsert: true },
    })),
    { ordered: false },
  );
}
