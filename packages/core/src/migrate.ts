import { randomUUID } from 'node:crypto';
import type { Mongo } from '@heartline/platform';
import { indexes as accounts } from './accounts/index.ts';
import { indexes as credits } from './credits/index.ts';
import { runDataSteps } from './data-steps.ts';
import { indexes as discovery } from './discovery/index.ts';
import type { IndexSpec } from './index-spec.ts';
import { indexes as likes } from './likes/index.ts';
import { indexes as messaging } from './messaging/index.ts';
import { indexes as notifications } from './notifications/index.ts';
import { indexes as pages } from './pages/index.ts';
import { indexes as payments } from './payments/index.ts';
import { indexes as profiles } from './profiles/index.ts';
import { indexes as safety } from './safety/index.ts';
import { indexes as site } from './site/index.ts';

/** Every index of the product, by feature. Unique ones start with the shard key. */
export const INDEXES: readonly IndexSpec[] = [
  site,
  pages,
  accounts,
  safety,
  profiles,
  credits,
  payments,
  messaging,
  likes,
  discovery,
  notifications,
].flat();

/**
 * Indexes of earlier versions that no query uses. They are named one by one, so that those of a newer version
 * stay.
 */
const FORMER: readonly Pick<IndexSpec, 'collection' | 'key'>[] = [
  { collection: 'mails', key: { sentAt: 1, createdAt: 1 } },
  { collection: 'mails', key: { sentAt: 1, dueAt: 1 } },
  { collection: 'bonuses', key: { endsAt: 1 } },
  { collection: 'payments', key: { state: 1, reportedAt: 1 } },
  { collection: 'operatorQueue', key: { site: 1, waiting: 1 } },
  { collection: 'operatorQueue', key: { waiting: 1, site: 1 } },
  { collection: 'operatorNotes', key: { member: 1 } },
];

/**
 * Creates missing collections and indexes, brings stored data up to date, then removes the indexes of earlier versions;
 * run before the services start. Safe to repeat and to run concurrently.
 */
export async function migrate(mongo: Mongo): Promise<void> {
  for (const { collection, key, options } of INDEXES) {
    await mongo.connection.collection(collection).createIndex(key, options ?? {});
  }
  await runDataSteps(mongo, randomUUID());
  for (const collection of new Set(FORMER.map((former) => former.collection))) {
    const existing = await mongo.connection.collection(collection).indexes();
    for (const { name = '', key } of existing) {
      if (!FORMER.some((former) => former.collection === collection && isSameKey(former.key, key))) continue;
      // Another process may have removed it first.
      await mongo.connection.collection(collection).dropIndex(name).catch(unlessGone);
    }
  }
}

/** Compares fields in their order, which matters in an index. */
const isSameKey = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

function unlessGone(error: Error & { codeName?: string }): void {
  if (error.codeName !== 'IndexNotFound') throw error;
}
