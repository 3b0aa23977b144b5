import { type getSessions, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountRow, SessionRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { heldUntil, isAhead } from './go-on.ts';
import { endSessionOf, endSessionsOf } from './start-session.ts';

type Done = { ok: true };
type Sessions = OutputOf<typeof getSessions>['sessions'];

/** Ends the session of this cookie, its sockets included. */
export function logOut(context: AccountsContext, secret: string): Promise<void> {
  return endSessionOf(context, hashSecret(secret));
}

/**
 * Ends one of the member's sessions by its public id. Its browser erases all data of the member: the device
 * may be lost.
 */
async function endSession(context: AccountsContext, member: string, publicId: string): Promise<Result<Done>> {
  const session = await context.collections.sessions.findOne({ member, publicId });
  if (!session) return refuse('NOT_FOUND');
  await endSessionOf(context, session._id, { wipes: true });
  return ok({ ok: true });
}

/** Ends all other sessions of the member in the same way. */
async function endOtherSessions(
  context: AccountsContext,
  member: string,
  current: string,
): Promise<Result<Done>> {
  await endSessionsOf(context, member, { except: [current], wipes: true });
  return ok({ ok: true });
}

/**
 * True if the session of this cookie was ended in a way that makes its browser erase all data of the member.
 */
async function isWiped({ collections }: AccountsContext, secret: string): Promise<boolean> {
  return (await collections.wipedSessions.findOne({ _id: hashSecret(secret) })) !== null;
}

/** Use cases that end sessions from another device, and the check that tells a browser about it. */
export const sessionEnds = (context: AccountsContext) => ({
  endSession: (member: string, publicId: string) => endSession(context, member, publicId),
  endOtherSessions: (member: string, current: string) => endOtherSessions(context, member, current),
  isWiped: (secret: string) => isWiped(context, secret),
});

/** The member's sessions, last used first. */
export async function listSessions(
  context: AccountsContext,
  member: string,
  current: string,
): Promise<Sessions> {
  // Hides a session that only waits for its browser to receive a new cookie: its successor is in the list.
  const rows = await validSessions(context, member, (account, row) => !isAhead(account, row));
  return rows.map(({ publicId, device, createdAt, seenAt }) => ({
    id: publicId,
    current: publicId === current,
    device,
    createdAt,
    seenAt,
  }));
}

/** The public ids of the sessions whose cookies are valid. */
export async function livingSessions(context: AccountsContext, member: string): Promise<Set<string>> {
  const rows = await validSessions(context, member, () => true);
  return new Set(rows.map(({ publicId }) => publicId));
}

async function validSessions(
  context: AccountsContext,
  member: string,
  isMeant: (account: AccountRow, session: SessionRow) => boolean,
): Promise<SessionRow[]> {
  const now = context.clock.now();
  const rows = await context.collections.sessions
    .find({ member, expiresAt: { $gt: now } })
    .sort({ seenAt: -1 })
    .limit(100)
    .toArray();
  const account = await context.accounts.get(member);
  return account
    ? rows.filter((row) => heldUntil(account, row, now) !== undefined && isMeant(account, row))
    : [];
}
