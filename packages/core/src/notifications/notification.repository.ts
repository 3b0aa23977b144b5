import { DURABLE, type Mongo } from '@heartline/platform';

/**
 * What was sent to whom, once per recipient, cause and channel:
 *
 *   claimed (unique insert) → sent
 *      └─ crash before `sentAt`: after a minute one more try may be claimed, so a crash repeats a push at most once
 */
export interface NotificationDoc {
  /** `<recipient>:<cause>:<channel>` */
  _id: string;
  attempts: number;
  claimedAt: number;
  sentAt: number | null;
  /** Browsers that have it, by their subscriptions, while another's push service is still to be asked again. */
  reached?: string[];
  /** A date, since the engine forgets the row by it. */
  expiresAt: Date;
}

export const NOTIFICATIONS = 'notifications';

/** How long it is known, and how often it is tried at most: what the checker goes by (M7). */
export const NOTIFIED = { retentionMs: 90 * 86_400_000, maxAttempts: 3 } as const;
/** A claim this old without an end belongs to a process that died. */
export const CLAIM_MS = 60_000;

const notifications = (mongo: Mongo) => mongo.connection.collection<NotificationDoc>(NOTIFICATIONS);

export function notificationId(recipient: string, cause: string, channel: 'push'): string {
  return `${recipient}:${cause}:${channel}`;
}

/**
 * `ours` with the browsers that have it already; `taken`: another process is at it, or died at it; ask again once such a
 * claim is given up.
 */
type Claim = { state: 'ours'; reached: readonly string[] } | { state: 'taken' | 'done' };

/** Takes the right to send, as long as it was not sent everywhere and not tried too often. */
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

/** Those of these that were sent, or will not be tried any more. */
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

/** Notes which browsers have it, while a push service asked to be asked again for another one. */
export async function noteReached(mongo: Mongo, id: string, browsers: readonly string[]): Promise<void> {
  if (browsers.length === 0) return;
  await notifications(mongo).updateOne({ _id: id }, { $addToSet: { reached: { $each: [...browsers] } } });
}

/** Notes that it left. */
export async function markSent(mongo: Mongo, id: string, now: number): Promise<void> {
  await notifications(mongo).updateOne({ _id: id }, { $set: { sentAt: now }, $unset: { reached: '' } });
}

/**
 * Notes what a push of a newer message told of as well: what is asked about again by itself, as after a repeated send, was
 * told already.
 */
export async function markNotified(mongo: Mongo, notified: readonly string[], now: number): Promise<void> {
  if (notified.length === 0) return;
  const expiresAt = new Date(now + NOTIFIED.retentionMs);
  const doc = { attempts: 1, claimedAt: now, sentAt: now, expiresAt };
  // Some may be claimed by then: who claimed them tells of them.
  await notifications(mongo).bulkWrite(
    notified.map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: doc }, upsert: true },
    })),
    { ordered: false },
  );
}
