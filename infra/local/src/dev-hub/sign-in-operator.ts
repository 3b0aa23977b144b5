import { createIds, createPasswords, hashSecret } from '@heartline/platform';
import { DEMO_PASSWORD } from '../demo-world/index.ts';
import { DEMO_SITE } from '../seed/seed-members.ts';
import { DEMO_OPERATOR, seedOperator } from '../seed/seed-operator.ts';
import type { DevHubOptions } from './dev-hub-options.ts';

/** The operator’s key beside those of members. */
export const OPERATOR_ROLE = 'operator';

const SHIFT_MS = 12 * 3_600_000;
const ids = createIds();

/** Signs the demo world's operator in, whose account is made if it is not there. */
export async function signInOperator({
  store,
}: Pick<DevHubOptions, 'store'>): Promise<{ session: string; device: string; expires: number }> {
  const session = ids.secret();
  const now = store.clock.now();
  const expires = now + SHIFT_MS;
  await seedOperator(store.mongo, await createPasswords().hash(DEMO_PASSWORD), now);
  const { connection } = store.mongo;
  const operator = `${DEMO_SITE}:${DEMO_OPERATOR}`;
  const row = await connection
    .collection<{ _id: string; era: number }>('operators')
    .findOne({ _id: operator });
  await connection.collection<{ _id: string }>('operatorSessions').insertOne({
    _id: hashSecret(session),
    operator,
    publicId: ids.documentId(),
    device: 'Dev hub',
    era: row?.era ?? 0,
    createdAt: now,
    expiresAt: expires,
    forgetAt: new Date(expires),
  } as { _id: string });
  return { session, device: ids.secret(), expires };
}
