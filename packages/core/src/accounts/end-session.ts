import { type getSessions, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import { hashSecret } from '@heartline/platform';
import type { AccountsContext } from './accounts-context.ts';
import { endSessionOf, endSessionsOf } from './start-session.ts';

type Done = { ok: true };
type Sessions = OutputOf<typeof getSessions>['sessions'];

/** Ends the session of this cookie, here and on its sockets. */
export function logOut(context: AccountsContext, secret: string): Promise<void> {
  return endSessionOf(context, hashSecret(secret));
}

/** Ends one of the member's sessions, by its public id. */
export async function endSession(
  context: AccountsContext,
  member: string,
  publicId: string,
): Promise<Result<Done>> {
  const session = await context.collections.sessions.findOne({ member, publicId });
  if (!session) return refuse('NOT_FOUND');
  await endSessionOf(context, session._id);
  return ok({ ok: true });
}

/** Ends all of the member's sessions but this one. */
export async function endOtherSessions(
  context: AccountsContext,
  member: string,
  current: string,
): Promise<Result<Done>> {
  await endSessionsOf(context, member, [current]);
  return ok({ ok: true });
}

/** Where the member is signed in, the last used first. */
export async function listSessions(
  context: AccountsContext,
  member: string,
  current: string,
): Promise<Sessions> {
  const rows = await context.collections.sessions
    .find({ member, expiresAt: { $gt: context.clock.now() } })
    .limit(100)
    .toArray();
  const account = await context.accounts.get(member);
  return rows
    .filter(({ era }) => (era ?? 0) === (account?.era ?? 0))
    .map(({ publicId, device, createdAt, seenAt }) => ({
      id: publicId,
      current: publicId === current,
      device,
      createdAt,
      seenAt,
    }))
    .sort((a, b) => b.seenAt - a.seenAt);
}
