import { CONSTANTS } from '@heartline/contracts';
import { hashSecret, takeOut } from '@heartline/platform';
import type { SessionRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { noteSeen } from './note-seen.ts';

const SESSION_MS = CONSTANTS.sessionDays * 86_400_000;
const MAX_DEVICES = 20;

/** Secrets stored by a browser. Both are random; the database holds their hashes. */
export interface Secrets {
  session: string;
  device: string;
}

/**
 * The device that signs in: its user-agent text, its device cookie, and its earlier session cookie, which
 * ends. `instead` names the session that continues until this one is first used.
 */
export interface Device {
  name: string;
  secret?: string | undefined;
  replaces?: string | undefined;
  /**
   * For a session that replaces another: its predecessor, and the leaves that identify it in a repeated
   * change.
   */
  instead?: Pick<SessionRow, 'follows' | 'leaves'>;
}

/**
 * Starts a session under a new secret. Ends the session that the browser brought, so a planted cookie is
 * worthless. `era` is that of the account when its password was checked: a newer password invalidates this
 * login at once.
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
  // Closing an account ends its existing sessions; a session that began at that moment ends itself here (A1).
  if (!row || row.status === 'disabled' || row.status === 'deleted') await endSessionOf(context, _id);
  // An unknown device cookie may be planted: replace it.
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

/** The way a session ends. With `wipes` its browser also erases the data it keeps for the next login. */
interface Ending {
  wipes?: boolean;
}

/** Ends the member's sessions, except those with these public ids; or only those of eras before this one. */
export async function endSessionsOf(
  context: AccountsContext,
  member: string,
  {
    except = [],
    before,
    wipes = false,
  }: Ending & { except?: readonly string[]; before?: number | undefined } = {},
): Promise<void> {
  // Older rows have no era.
  const era = before === undefined ? {} : { era: { $not: { $gte: before } } };
  const rows = await context.collections.sessions
    .find({ member, publicId: { $nin: [...except] }, ...era }, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of rows) await endSessionOf(context, _id, { wipes });
}

/** Ends one session everywhere: its row, the cache of this node, and its sockets on all nodes. */
export async function endSessionOf(
  context: AccountsContext,
  sessionHash: string,
  { wipes = false }: Ending = {},
): Promise<void> {
  // First, so that no answer in between lets the browser keep data.
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
