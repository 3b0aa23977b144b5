import { CONSTANTS } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountsContext } from './accounts-context.ts';

const SESSION_MS = CONSTANTS.sessionDays * 86_400_000;
const MAX_DEVICES = 20;

/** What a browser keeps: both are random and only their hashes are stored. */
export interface Secrets {
  session: string;
  device: string;
}

/** The device that signs in: its words, the device cookie it brought, and the session cookie it had before. */
export interface Device {
  name: string;
  secret?: string | undefined;
  replaces?: string | undefined;
}

/**
 * Starts a session under a fresh secret; the one the browser brought ends, so a planted cookie is worth nothing. The
 * device is remembered as one of this member's.
 */
export async function startSession(
  context: AccountsContext,
  account: { member: string; site: string },
  device: Device,
): Promise<Secrets> {
  const { collections, clock, ids } = context;
  const now = clock.now();
  const secret = ids.secret();
  // A device cookie the member's account does not know may be planted: it gets a new one.
  const row = await collections.accounts.findOne(
    { _id: account.member },
    { projection: { knownDevices: 1 } },
  );
  const known = device.secret !== undefined && row?.knownDevices.includes(hashSecret(device.secret));
  const deviceSecret = known && device.secret ? device.secret : ids.secret();
  await collections.sessions.insertOne({
    _id: hashSecret(secret),
    member: account.member,
    site: account.site,
    publicId: ids.documentId(),
    device: device.name,
    createdAt: now,
    seenAt: now,
    expiresAt: now + SESSION_MS,
  });
  if (!known) {
    await collections.accounts.updateOne(
      { _id: account.member },
      { $push: { knownDevices: { $each: [hashSecret(deviceSecret)], $slice: -MAX_DEVICES } } },
    );
  }
  if (device.replaces) await endSessionOf(context, hashSecret(device.replaces));
  return { session: secret, device: deviceSecret };
}

/** Ends one session everywhere: its row, this node's memory of it, and its sockets on all nodes. */
export async function endSessionOf(context: AccountsContext, sessionHash: string): Promise<void> {
  const ended = await context.collections.sessions.findOneAndDelete({ _id: sessionHash });
  context.sessions.drop(sessionHash);
  if (!ended) return;
  context.ended.add(ended.publicId);
  context.publisher.endSession(ended.publicId);
}
