import { createHash } from 'node:crypto';
import type { Mongo, PushTarget } from '@heartline/platform';

/** A browser that receives pushes for a member. */
export interface SubscriptionDoc extends PushTarget {
  /** SHA-256 of the endpoint: a browser belongs to one member, the last to sign in there. */
  _id: string;
  member: string;
  /** Public id of the session it was registered in: after its end nothing is sent here. */
  session?: string;
  createdAt: number;
}

export const SUBSCRIPTIONS = 'pushSubscriptions';
/** Maximum number of browsers of a member; the oldest is removed. */
const SUBSCRIPTIONS_PER_MEMBER = 16;

const subscriptions = (mongo: Mongo) => mongo.connection.collection<SubscriptionDoc>(SUBSCRIPTIONS);

export function subscriptionId(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

/**
 * Stores a subscription, moving it from an earlier member of this browser, and removes the oldest beyond 16.
 */
export async function keepSubscription(mongo: Mongo, subscription: SubscriptionDoc): Promise<void> {
  const { _id, createdAt, ...rest } = subscription;
  await subscriptions(mongo).updateOne(
    { _id },
    { $set: rest, $setOnInsert: { createdAt } },
    { upsert: true },
  );
  const { member } = subscription;
  const all = await findSubscriptions(mongo, member);
  const excess = all.toSorted((a, b) => b.createdAt - a.createdAt).slice(SUBSCRIPTIONS_PER_MEMBER);
  const ids = excess.filter((one) => one._id !== _id).map((one) => one._id);
  // Another member may have signed in on one of them since.
  if (ids.length > 0) await subscriptions(mongo).deleteMany({ _id: { $in: ids }, member });
}

/** The browsers of a member. */
export function findSubscriptions(mongo: Mongo, member: string): Promise<SubscriptionDoc[]> {
  return subscriptions(mongo).find({ member }).limit(100).toArray();
}

/** Removes a browser, if it belongs to this member. */
export async function dropSubscription(mongo: Mongo, id: string, member: string): Promise<void> {
  await subscriptions(mongo).deleteMany({ _id: id, member });
}
