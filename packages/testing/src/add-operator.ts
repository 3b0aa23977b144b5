import { randomBytes } from 'node:crypto';
import { createIds, hashSecret, type Mongo } from '@heartline/platform';
import type { HttpClient } from './http-client.ts';
import type { World } from './start-world.ts';

const ids = createIds();
const SHIFT_MS = 12 * 3_600_000;

/** Name of the session cookie of operators. */
export const OPERATOR_COOKIE = '__Host-operator';

/** Inserts an operator with a session and returns the value of the session cookie. */
export async function addOperator(mongo: Mongo, name: string, site = 'default'): Promise<string> {
  const now = Date.now();
  const secret = randomBytes(32).toString('base64url');
  const _id = `${site}:${name}`;
  const account = { site, name, passwordHash: '', state: 'active', era: 0, knownDevices: [], createdAt: now };
  await mongo.connection
    .collection<{ _id: string }>('operators')
    .updateOne({ _id }, { $setOnInsert: account }, { upsert: true });
  const expiresAt = now + SHIFT_MS;
  await mongo.connection.collection<{ _id: string }>('operatorSessions').insertOne({
    _id: hashSecret(secret),
    operator: _id,
    publicId: ids.documentId(),
    device: 'test',
    era: 0,
    createdAt: now,
    expiresAt,
    forgetAt: new Date(expiresAt),
  } as { _id: string });
  return secret;
}

/** A browser at one of the gateways in which an operator of a site is signed in. */
export async function openOperatorInbox(
  { browser, inside }: Pick<World, 'browser' | 'inside'>,
  name: string,
  gateway = 0,
  site = 'default',
): Promise<HttpClient> {
  const inboxOperator = browser(gateway);
  inboxOperator.cookies.set(OPERATOR_COOKIE, await addOperator(inside.mongo, name, site));
  return inboxOperator;
}
