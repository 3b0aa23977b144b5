import type { Mongo } from '@heartline/platform';
import { indexes as accounts } from './accounts/index.ts';
import { indexes as credits } from './credits/index.ts';
import { indexes as discovery } from './discovery/index.ts';
import type { IndexSpec } from './index-spec.ts';
import { indexes as likes } from './likes/index.ts';
import { indexes as messaging } from './messaging/index.ts';
import { indexes as notifications } from './notifications/index.ts';
import { indexes as payments } from './payments/index.ts';
import { indexes as profiles } from './profiles/index.ts';
import { indexes as safety } from './safety/index.ts';
import { indexes as site } from './site/index.ts';

/** Every index of the product, feature by feature. Unique ones start with the shard key. */
export const INDEXES: readonly IndexSpec[] = [
  site,
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
 * Creates collections and indexes that are missing; run before the services start. Safe to repeat. It only adds:
 * data is never changed here.
 */
export async function migrate(mongo: Mongo): Promise<void> {
  for (const { collection, key, options } of INDEXES) {
    await mongo.connection.collection(collection).createIndex(key, options ?? {});
  }
}
