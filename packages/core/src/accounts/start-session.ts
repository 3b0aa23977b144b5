import { CONSTANTS } from '@heartline/contracts';
import { hashSecret, takeOut } from '@heartline/platform';
import type { SessionRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { noteSeen } from './note-seen.ts';

const SESSION_MS = CONSTANTS.sessionDays * 86_400_000;
const MAX_DEVICES = 20;

/** What a browser keeps: both are random and only their hashes are stored. */
export interface Secrets {
  session: string;
  device: string;
}

/**
 * The device that signs in: its words, the device cookie it brought, and the session cookie it had before, which ends; or
 * what says which session goes on until this one is used.
 */
export interface Device {
  name: string;
  secret?: string | undefined;
  replaces?: string | undefined;
  /** Of a session that takes another's place: which, and by what it is known where the change is asked for again. */
  instead?: Pick<SessionRow, 'follows' | 'leaves'>;
}

/**
 * Starts a session under a fresh secret; the one the browser brought ends, so a planted cookie is worth nothing. The
 * device is remembered as one of this member's. `era` is that of the account when its password was looked at, so a
 * login that a new password overtook is over before it begins.
 */
export async function startSession(
  context: AccountsContext,
  account: { member: string; site: string; era?: number | undefined },
  device: Device,
): Promise<Secrets> {
  const { collections, clock, ids } = context;
  const now = clock.now();
  const secret = ids.secret();
  const _id = hashSecret(secret);
  await collections.sessions.insertOne({
    _id,
    member: account.member,
    site: account.site,
    publicId: ids.documentId(),
    device: device.name,
    createdAt: now,
    seenAt: now,
    expiresAt: now + SESSION_MS,
    forgetAt: new Date(now + SESSION_MS),
    era: account.era ?? 0,
    ...device.instead,
  });
  const row = await collections.accounts.findOne(
    { _id: account.member },
    { projection: { knownDevices: 1, status: 1 } },
  );
  // Who closes an account ends the sessions there are: one that began in that moment ends itself (A1).
  if (!row || row.status === 'disabled' || row.status === 'deleted') await endSessionOf(context, _id);
  // A device cookie the member's account does not know may be planted: it gets a new one.
  const known = device.secret !== undefined && row?.knownDevices.includes(hashSecret(device.secret));
  const deviceSecret = known && device.secret ? device.secret : ids.secret();
  if (!known) {
    await collections.accounts.updateOne(
      { _id: account.member },
      { $push: { knownDevices: { $each: [hashSecret(deviceSecret)], $slice: -MAX_DEVICES } } },
    );
  }
  if (device.replaces) await endSessionOf(context, hashSecret(device.replaces));
  noteSeen(context, account.member, now);
  return { session: secret, device: deviceSecret };
}

/** How a session ends. `wipes`: its browser erases what it kept for the member's next log-in, too. */
interface Ending {
  wipes?: boolean;
}

/** Ends every session of the member: but for those with these public ids; only those of eras before this one. */
export async function endSessionsOf(
  context: AccountsContext,
  member: string,
  {
    except = [],
    before,
    wipes = false,
  }: Ending & { except?: readonly string[]; before?: number | undefined } = {},
): Promise<void> {
  // Rows from before there were eras have none.
  const era = before === undefined ? {} : { era: { $not: { $gte: before } } };
  const rows = await context.collections.sessions
    .find({ member, publicId: { $nin: [...except] }, ...era }, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of rows) await endSessionOf(context, _id, { wipes });
}

/** Ends one session everywhere: its row, this node's memory of it, and its sockets on all nodes. */
export async function endSessionOf(
  context: AccountsContext,
  sessionHash: string,
  { wipes = false }: Ending = {},
): Promise<void> {
  // First, so that no answer in between lets the browser keep anything.
  if (wipes) await noteWiped(context, sessionHash);
  const ended = await takeOut(context.collections.sessions, { _id: sessionHash });
  context.sessions.drop(sessionHash);
  if (!ended) return;
  context.ended.add(ended.publicId);
  context.publisher.endSession(ended.publicId);
}

async function noteWiped({ collections, clock }: AccountsContext, sessionHash: string): Promise<void> {
  const forgetAt = new Date(clock.now() + SESSION_MS);
  await collections.wipedSessions.updateOne({ _id: sessionHash }, { $set: { forgetAt } }, { upsert: true });
}
