import { createHash } from 'node:crypto';
import type { Mongo, PushTarget } from '@heartline/platform';

/** A browser that takes pushes for a member. */
export interface SubscriptionDoc extends PushTarget {
  /** SHA-256 of the endpoint: one browser belongs to one member, the last to sign in there. */
  _id: string;
  member: string;
  /** The session it was registered in, by its public id: when that has ended, nothing is sent here. */
  session?: string;
  createdAt: number;
}

export const SUBSCRIPTIONS = 'pushSubscriptions';
/** Browsers a member may have; the oldest makes room. */
const SUBSCRIPTIONS_PER_MEMBER = 16;

const subscriptions = (mongo: Mongo) => mongo.connection.collection<SubscriptionDoc>(SUBSCRIPTIONS);

export function subscriptionId(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

/** Keeps a subscription, moving it from whoever had this browser before, and lets the oldest beyond 16 go. */
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
  // Somebody else may have signed in on one of them since.
  if (ids.length > 0) await subscriptions(mongo).deleteMany({ _id: { $in: ids }, member });
}

/** The browsers of a member. */
export function findSubscriptions(mongo: Mongo, member: string): Promise<SubscriptionDoc[]> {
  return subscriptions(mongo).find({ member }).limit(100).toArray();
}

/** Forgets a browser, if it is this member's. */
export async function dropSubscription(mongo: Mongo, id: string, member: string): Promise<void> {
  await subscriptions(mongo).deleteMany({ _id: id, member });
}
